// Twelve hooks that are broken in twelve ways, each repaired by `hooks fix`: each is then one that OpenClaw registers.
// Those of Milady and Eliza are in family.test.mjs.
import { test } from "node:test";
import { repairedAndRegistered } from "./broken.mjs";
import { absent } from "./fetch.mjs";
import { askOpenclaw, node, openclaw, VERSIONS } from "./openclaw-ask.mjs";

for (const version of VERSIONS)
  test(`OpenClaw ${version}: what is broken is repaired, and then it registers it`, { skip: absent(() => [openclaw(version), node()]) }, () =>
    repairedAndRegistered("openclaw", version, "command:new", "{hooks:{internal:{enabled:true}}}\n", (it) => askOpenclaw(version, it.home)));
