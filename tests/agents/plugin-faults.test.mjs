// Plugins for which OpenClaw refuses its whole config, so that no hook loads: what is said of a hook beside them is
// what each version does with it (its gateway, where that goes on), and what `hooks fix` offers ends it. The rows are those of
// `engine/inventory/tests/states/refused.rs` and `engine/change/src/repair/refusing/tests.rs`; `asked` are the versions
// that were asked, where those are not all.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent, here } from "./fetch.mjs";
import { putCalled, started } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { askOpenclaw, node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { loaded, tacklebox } from "./tacklebox.mjs";

const all = JSON.parse(readFileSync(join(here, "plugin-faults.json"), "utf8"));

/** Takes one way out after the other; how many there were. */
function fixed(it, version) {
  const of = ["--agent", "openclaw", "--runtime", `openclaw=${version}`];
  for (let done = 0; ; done++) {
    const way = (tacklebox(it, ["hooks", "fix", ...of]).json ?? []).find(({ hook }) => hook === null);
    if (!way || done === 3) return done;
    assert.equal(tacklebox(it, ["hooks", "fix", "--id", way.id, ...of]).status, 0, way.title);
  }
}

for (const version of VERSIONS)
  test(`OpenClaw ${version}: plugins for which it refuses its config`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const key = version.split(".")[1];
    const rows = all.filter(({ asked }) => asked === undefined || asked.includes(key));
    const wrong = [];
    const left = [];
    for (const { what, files, plugins, refused } of rows) {
      const it = fresh();
      try {
        const internal = { enabled: true, entries: { h: { enabled: true }, up: { enabled: true } } };
        put(it, ".openclaw/openclaw.json", JSON.stringify({ gateway: { mode: "local" }, hooks: { internal }, ...(plugins ? { plugins } : {}) }));
        put(it, ".openclaw/hooks/h/HOOK.md", '---\nname: h\ndescription: d\nmetadata: {"openclaw":{"events":["command:new"]}}\n---\n');
        put(it, ".openclaw/hooks/h/handler.js", "export default () => {};\n");
        for (const [file, text] of Object.entries(files))
          put(it, `.openclaw/extensions/p/${file}`, typeof text === "string" ? text : JSON.stringify(text));
        const says = loaded(it, "openclaw", version).all.find(({ name }) => name === "h").runtime.loads;
        const loads = async () => (await askOpenclaw(version, it.home)).hooks.some(({ name }) => name === "h");
        let does = await loads();
        // Its gateway may go on where its loader does not.
        if (says && !does) {
          putCalled(it, "up");
          does = (await started(version, it, 1)).called.length > 0;
        }
        if (says !== does || refused.includes(key) === does) wrong.push(`${what}: we say ${says}, it loads ${does}, the row says refused by “${refused}”`);
        if (!does && fixed(it, version) > 0 && !(await loads())) left.push(what);
        else if (!does && version !== "2026.7.35" && !(await loads())) left.push(`${what}: nothing is offered`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "configs with plugins that are wrong", rows.length, rows.length - wrong.length);
    note(`OpenClaw ${version}`, "refused configs, fixed", rows.length, rows.length - left.length);
    assert.deepEqual([wrong, left], [[], []]);
  });
