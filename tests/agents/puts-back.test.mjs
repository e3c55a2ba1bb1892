// OpenClaw takes a config that lost much for damaged, and puts its copy of an earlier one in the place of it: where that is
// said its gateway does so, and what Tacklebox changed stays.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { putCalled, started } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { tacklebox } from "./tacklebox.mjs";

const CONFIG = ".openclaw/openclaw.json";

/** A config in which one hook is on and the other is off. */
const config = (on, off, more = "", mode = 'mode: "local", ') =>
  `{gateway: {${mode}bind: "loopback"}, ${more}hooks: {internal: {enabled: true, entries: {${on}: {enabled: true}, ${off}: {enabled: false}}}}}\n`;
const META = 'meta: {lastTouchedVersion: "2026.7.1"}, ';
const LONG = `logging: {redactPatterns: ["${"x".repeat(600)}"]}, `;

/** What is compared, the copy, the config, and a setting that Tacklebox sets first. */
const CASES = [
  ["meta is gone", config("a", "b", META), config("b", "a")],
  ["much is gone", config("a", "b", LONG), config("b", "a")],
  ["the mode is gone", config("a", "b"), config("b", "a", "", "")],
  ["nothing is gone", config("a", "b"), config("b", "a", META)],
  ["half is gone", config("a", "b", LONG), config("b", "a", LONG.replace("x".repeat(280), ""))],
  ["it has parts in other files", config("a", "b", META), config("b", "a", 'ui: {$include: "./ui.json5"}, ')],
  ["the copy has no mode", config("a", "b", META, ""), config("b", "a")],
  ["the copy is torn", "{", config("b", "a")],
  ["meta is gone, and something was set", config("a", "b", META), config("b", "a"), "logging.level"],
  ["much is gone, and something was set", config("a", "b", LONG), config("b", "a"), "logging.level"],
];

for (const version of VERSIONS)
  test(`OpenClaw ${version}: it puts a copy of its config in place of one that lost much where that is said`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [name, copy, now, set] of CASES) {
      const it = fresh();
      put(it, CONFIG, now);
      put(it, `${CONFIG}.bak`, copy);
      put(it, ".openclaw/ui.json5", "{}");
      for (const hook of ["a", "b"]) putCalled(it, hook);
      const runtime = ["--runtime", `openclaw=${version}`];
      try {
        if (set) assert.equal(tacklebox(it, ["config", "set", set, "debug", "--agent", "openclaw", ...runtime]).status, 0);
        const text = readFileSync(join(it.home, CONFIG), "utf8");
        const { notes } = tacklebox(it, ["agents", ...runtime]).json.find(({ agent }) => agent === "openclaw");
        const says = notes.some(({ id }) => id === "openclaw-puts-back");
        const { called } = await started(version, it, 1);
        const is = called.join() === "a";
        if (!is && called.join() !== "b") wrong.push(`${name}: called ${called}`);
        if (says !== is) wrong.push(`${name}: its gateway ${is ? "puts it back" : "takes it"}`);
        if (set && readFileSync(join(it.home, CONFIG), "utf8") !== text) wrong.push(`${name}: it is another`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "configs that it puts back", CASES.length, CASES.length - wrong.length);
    assert.deepEqual(wrong, []);
  });
