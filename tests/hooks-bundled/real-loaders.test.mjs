// The hooks that ship, loaded and called by Milady's and Eliza's own published loaders. What cannot be fetched is
// skipped by name. OpenClaw's, which takes longer, is asked in tests/agents.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { example, FAMILY } from "../agents/authors-page.mjs";
import { askFamily } from "../agents/family-ask.mjs";
import { loader } from "../agents/fetch.mjs";
import { HOOKS, place, write } from "./helper.mjs";
import { heard, home, MODULES, real, started, TODAY } from "./real-home.mjs";

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

/** What is set → where the workspace is then: `A` for the agent, `HOME` for the home. */
const PLACES = [
  ["nothing", {}, ".A/workspace"],
  ["a profile", { env: { A_PROFILE: "dev" } }, ".A/workspace-dev"],
  ["the usual profile", { env: { A_PROFILE: " Default " } }, ".A/workspace"],
  ["a relative path", { config: { agents: { defaults: { workspace: "work" } } }, cwd: "here" }, "here/work"],
  ["a home", { env: { A_STATE_DIR: "HOME/st" } }, { milady: ".milady/workspace", eliza: "st/workspace" }],
  ["a workspace", { env: { A_WORKSPACE_DIR: "HOME/ws" } }, { milady: ".milady/workspace", eliza: "ws" }],
  ["a project", { cwd: "here" }, { milady: ".milady/workspace", eliza: "here" }],
  ["a project and a home", { cwd: "here", env: { A_STATE_DIR: "HOME/st" } }, { milady: ".milady/workspace", eliza: "st/workspace" }],
  ["hooks behind a link", { linked: true }, ".A/workspace"],
  ["a namespace", { env: { A_NAMESPACE: "other" }, space: ".other" }, { milady: ".milady/workspace", eliza: ".other/workspace" }],
];

for (const agent of ["milady", "eliza"])
  real(`${agent}: the copy is one of the workspace in which the agent works`, () => loader(agent), async (t) => {
    for (const [what, { env = {}, config = {}, cwd = ".", linked = false, space }, at] of PLACES) {
      const home = realpathSync(mkdtempSync(join(tmpdir(), "places-")));
      t.after(() => rmSync(home, { recursive: true, force: true }));
      const words = (text) => text.replace("A_", `${agent.toUpperCase()}_`).replace("HOME", home).replace(".A", `.${agent}`);
      const own = join(home, `.${agent}`);
      if (linked) {
        mkdirSync(join(home, "dotfiles", "hooks"), { recursive: true });
        mkdirSync(own);
        symlinkSync(join(home, "dotfiles", "hooks"), join(own, "hooks"));
      }
      for (const name of ["workspace-backup", "roll-call"]) place(name, "module", own);
      const options = Object.fromEntries(Object.entries(env).map(([name, value]) => [words(name), words(value)]));
      // Its home may be elsewhere, and its hooks are where they were for Eliza alone.
      const moved = options[`${agent.toUpperCase()}_STATE_DIR`];
      if (moved && agent === "milady") for (const name of ["workspace-backup", "roll-call"]) place(name, "module", moved);
      write(join(moved ?? own, `${agent}.json`), JSON.stringify(config));
      write(join(home, "here", "package.json"), "{}");
      const workspace = words(typeof at === "string" ? at : at[agent]);
      for (const folder of [".A/workspace", ".A/workspace-dev", "here/work", "here", "work", "st/workspace", "ws", "dotfiles/workspace", ".other/workspace"].map(words))
        write(join(home, folder, "where.md"), folder);
      const answer = await askFamily(agent, home, { env: options, cwd: join(home, cwd) });
      assert.deepEqual(answer.failed, [], what);
      const copy = join(moved ?? (space ? join(home, space) : own), "backups", "workspace", TODAY, "where.md");
      assert.equal(readFileSync(copy, "utf8"), workspace, what);
      assert.equal(heard(home, agent)[0].agent, agent, what);
    }
  });

for (const agent of ["milady", "eliza"])
  real(`${agent}: a copy of a hook has settings of its own`, () => loader(agent), async (t) => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "copies-")));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    const own = join(home, `.${agent}`);
    for (const [name, key] of [["mine", undefined], ["keyed", "other"]]) {
      const folder = place("workspace-backup", "module", own);
      const file = join(folder, "HOOK.md");
      const text = readFileSync(file, "utf8").replace("name: workspace-backup", `name: ${name}`);
      const hookKey = key === undefined ? "" : `"hookKey":"${key}",`;
      writeFileSync(file, text.replace(`"${agent}":{`, `"${agent}":{${hookKey}`));
      renameSync(folder, join(own, "hooks", name));
      const workspace = join(own, "workspace");
      write(join(workspace, "notes.md"), "mine");
      for (const day of ["2026-01-01", "2026-01-02", "2026-01-03"]) write(join(own, "backups", "workspace", day, "x"), "x");
      const entries = { [key ?? name]: { env: { WORKSPACE_BACKUP_KEEP: "2" } } };
      write(join(own, `${agent}.json`), JSON.stringify({ hooks: { internal: { entries } } }));
      const answer = await askFamily(agent, home);
      assert.deepEqual([answer.failed, answer.hooks.map((hook) => hook.name)], [[], [name]]);
      assert.deepEqual(readdirSync(join(own, "backups", "workspace")).sort(), ["2026-01-03", TODAY], name);
      rmSync(own, { recursive: true });
    }
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
