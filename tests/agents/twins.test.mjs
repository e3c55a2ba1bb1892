// Several folders of one name: Milady and Eliza take the one that the disk lists last, on bun.
import assert from "node:assert/strict";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { askFamily, bun } from "./family-ask.mjs";
import { absent, loader } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { tacklebox } from "./tacklebox.mjs";

const TWINS = [["greet", "greet-backup"], ["a", "B"], ["x", "y", "z"], ["hook", "hook copy"], ["one", "two", "three", "four"]];

for (const [agent, version] of Object.entries({ milady: "2026-03-01", eliza: "2.0.0-beta.2" })) {
  test(`of several folders of one name the same counts for ${agent} ${version}`, { skip: absent(() => [loader(agent), bun()]) }, async () => {
    const differ = [];
    for (const names of TWINS) {
      const it = fresh();
      try {
        // By its second event each is known.
        for (const [at, name] of names.entries()) {
          const metadata = JSON.stringify({ [agent]: { events: ["gateway:startup", `command:${at}`] } });
          put(it, `.${agent}/hooks/${name}/HOOK.md`, `---\nname: same\ndescription: d\nmetadata: ${metadata}\n---\n`);
          put(it, `.${agent}/hooks/${name}/handler.ts`, "export default async () => {};\n");
        }
        put(it, `.${agent}/${agent}.json`, `${JSON.stringify({ hooks: { internal: { enabled: true } } })}\n`);
        const they = (await askFamily(agent, it.home)).hooks.map(({ events }) => events[1]);
        const { json, stderr } = tacklebox(it, ["hooks", "list", "--agent", agent, "--runtime", `${agent}=${version}`]);
        assert.ok(Array.isArray(json), stderr);
        const ours = json.filter(({ state }) => state === "ready").map(({ events }) => events[1]);
        if (ours.join() !== they.join()) differ.push(`${names.join()}: it takes ${they}, we say ${ours}`);
      } finally {
        it.done();
      }
    }
    note(`${agent === "milady" ? "Milady" : "Eliza"} ${version}`, "folders of one name", TWINS.length, TWINS.length - differ.length);
    assert.deepEqual(differ, []);
  });
}
