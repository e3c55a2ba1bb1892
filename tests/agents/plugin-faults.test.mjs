// Plugins for which OpenClaw refuses its whole config, so that no hook loads: what is said of a hook beside them is
// what each version does with it. The rows are those of `engine/inventory/tests/states/refused.rs`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent, here } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { askOpenclaw, node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { loaded } from "./tacklebox.mjs";

const rows = JSON.parse(readFileSync(join(here, "plugin-faults.json"), "utf8"));

for (const version of VERSIONS)
  test(`OpenClaw ${version}: plugins for which it refuses its config`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const key = version.split(".")[1];
    const wrong = [];
    for (const { what, files, plugins, refused } of rows) {
      const it = fresh();
      try {
        const internal = { enabled: true, entries: { h: { enabled: true } } };
        put(it, ".openclaw/openclaw.json", JSON.stringify({ hooks: { internal }, ...(plugins ? { plugins } : {}) }));
        put(it, ".openclaw/hooks/h/HOOK.md", '---\nname: h\ndescription: d\nmetadata: {"openclaw":{"events":["command:new"]}}\n---\n');
        put(it, ".openclaw/hooks/h/handler.js", "export default () => {};\n");
        for (const [file, text] of Object.entries(files))
          put(it, `.openclaw/extensions/p/${file}`, typeof text === "string" ? text : JSON.stringify(text));
        const says = loaded(it, "openclaw", version).all.find(({ name }) => name === "h").runtime.loads;
        const does = (await askOpenclaw(version, it.home)).hooks.some(({ name }) => name === "h");
        if (says !== does || refused.includes(key) === does) wrong.push(`${what}: we say ${says}, it loads ${does}, the row says refused by “${refused}”`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "configs with plugins that are wrong", rows.length, rows.length - wrong.length);
    assert.deepEqual(wrong, []);
  });
