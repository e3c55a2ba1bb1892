// The hooks that ship, loaded and called by Milady's and Eliza's own published loaders. What cannot be fetched is
// skipped by name. OpenClaw's, which takes longer, is asked in tests/agents.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { example, FAMILY } from "../agents/authors-page.mjs";
import { askFamily } from "../agents/family-ask.mjs";
import { loader } from "../agents/fetch.mjs";
import { HOOKS, write } from "./helper.mjs";
import { heard, home, MODULES, real, started } from "./real-home.mjs";

for (const [agent, title] of [
  ["milady", "Milady"],
  ["eliza", "Eliza"],
])
  real(`${title}'s own loader calls at least four at the one moment that it sends, and they do their work`, () => loader(agent), async (t) => {
    const place = await home(t, agent);
    const answer = await askFamily(agent, place.folder, place.options);
    assert.deepEqual([answer.configRefused, answer.died, answer.failed], [null, null, []]);
    const names = answer.hooks.map((hook) => hook.name).sort();
    assert.deepEqual(names, MODULES, `${answer.skipped}`);
    for (const { name, events } of answer.hooks) {
      const text = readFileSync(join(HOOKS, name, "module", "HOOK.md"), "utf8");
      assert.deepEqual(events, JSON.parse(/^metadata: (.*)$/m.exec(text)[1])[agent].events, name);
    }
    started(place, title);
    const [line, ...more] = heard(place.folder, agent);
    assert.deepEqual({ ...line, at: "" }, { agent, key: "gateway:startup", at: "", fields: ["cfg"] });
    assert.deepEqual(more, []);
    // What nobody reads is left by boot-md alone.
    assert.deepEqual(answer.fires, { "gateway:startup": ["Boot words"] });
  });

// The example of docs/HOOK_AUTHORS.md, taken from the page.
for (const agent of ["milady", "eliza"])
  real(`${agent}: the example for authors does what the page says`, () => loader(agent), async (t) => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "authors-")));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    write(join(home, `.${agent}`, "hooks", "starts", "HOOK.md"), example(FAMILY, "markdown"));
    write(join(home, `.${agent}`, "hooks", "starts", "handler.ts"), example(FAMILY, "ts"));
    const answer = await askFamily(agent, home);
    assert.deepEqual(answer.hooks, [{ name: "starts", events: ["gateway:startup"] }]);
    assert.match(readFileSync(join(home, "starts.log"), "utf8"), /^\d{4}-\d\d-\d\dT[\d:.]+Z\n$/);
  });
