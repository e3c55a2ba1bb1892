// A config that is made elsewhere, as a variable says: OpenClaw's own command leaves it, and so does ours.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { command, node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { tacklebox } from "./tacklebox.mjs";

const FILE = ".openclaw/openclaw.json";
const CONFIG = JSON.stringify({ gateway: { mode: "local" } });
const NAMES = ["OPENCLAW_NIX_MODE", "OPENCLAW_CONFIG_READONLY"];
const VALUES = ["1", "true"];

/** Whether its config is another one after this. */
async function changes(env, command) {
  const it = { ...fresh(), env };
  try {
    put(it, FILE, CONFIG);
    await command(it);
    return readFileSync(join(it.home, FILE), "utf8") !== CONFIG;
  } finally {
    it.done();
  }
}

for (const version of VERSIONS)
  test(`OpenClaw ${version} and we leave the same configs as they are`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const all = NAMES.flatMap((name) => VALUES.map((value) => ({ [name]: value })));
    for (const env of all) {
      const what = JSON.stringify(env);
      const set = ["config", "set", "hooks.internal.enabled"];
      const theirs = await changes(env, (it) => command(version, it.home, [...set, "true"], { env }));
      const runtime = ["--runtime", `openclaw=${version}`];
      const ours = await changes(env, (it) => tacklebox(it, [...set, "true", "--agent", "openclaw", ...runtime]));
      assert.equal(ours, theirs, what);
    }
    note(`OpenClaw ${version}`, "variables that keep it from its config, and it was left", all.length, all.length);
  });
