// Where Milady and Eliza have their workspace by what is in the environment, asked of the published loaders.
import assert from "node:assert/strict";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { askFamily } from "./family-ask.mjs";
import { absent, loader } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { byName, loaded } from "./tacklebox.mjs";

/** What is set → the places of hooks, `A` for the agent's name. */
const ENVIRONMENTS = {
  "nothing": {},
  "a profile": { MILADY_PROFILE: "dev", ELIZA_PROFILE: "dev" },
  "the usual profile": { MILADY_PROFILE: " Default ", ELIZA_PROFILE: " Default " },
  "a home": { MILADY_STATE_DIR: "HOME/st", ELIZA_STATE_DIR: "HOME/st" },
  "a home and a profile": { MILADY_STATE_DIR: "HOME/st", ELIZA_STATE_DIR: "HOME/st", MILADY_PROFILE: "dev", ELIZA_PROFILE: "dev" },
  "a workspace": { MILADY_WORKSPACE_DIR: "HOME/ws", ELIZA_WORKSPACE_DIR: "HOME/ws" },
  "a namespace": { MILADY_NAMESPACE: "other", ELIZA_NAMESPACE: "other" },
  "a namespace with blanks": { MILADY_NAMESPACE: " other ", ELIZA_NAMESPACE: " other " },
  "a namespace and a profile": { MILADY_NAMESPACE: "other", ELIZA_NAMESPACE: "other", MILADY_PROFILE: "dev", ELIZA_PROFILE: "dev" },
  "a namespace and a home": { MILADY_NAMESPACE: "other", ELIZA_NAMESPACE: "other", MILADY_STATE_DIR: "HOME/st", ELIZA_STATE_DIR: "HOME/st" },
  "the sister's namespace": { MILADY_NAMESPACE: "eliza", ELIZA_NAMESPACE: "milady" },
  "a workspace below ~": { MILADY_WORKSPACE_DIR: " ~/ws ", ELIZA_WORKSPACE_DIR: " ~/ws " },
};
const PLACES = [".A/workspace", ".A/workspace-dev", ".A-dev/workspace", "st/workspace", "st/workspace-dev", "ws", ".other/workspace", ".other/workspace-dev", ".milady/workspace", ".eliza/workspace"];
const VERSIONS = { milady: "2026-03-01", eliza: "2.0.0-beta.2" };

for (const [agent, version] of Object.entries(VERSIONS))
  test(`the workspace that is looked into is that of ${agent}`, { skip: absent(() => [loader(agent)]) }, async () => {
    const wrong = [];
    for (const [what, variables] of Object.entries(ENVIRONMENTS)) {
      const it = fresh();
      try {
        const env = Object.entries(variables).map(([name, value]) => [name, value.replace("HOME", it.home)]);
        it.env = Object.fromEntries(env);
        put(it, `.${agent}/${agent}.json`, "{}\n");
        // Its config may be elsewhere, too: a hook that is off there tells.
        for (const name of ["other", "milady", "eliza"].filter((name) => name !== agent))
          for (const place of [`.${name}/${name}.json`, `.${agent}/${name}.json`, `.${name}/${agent}.json`, `st/${name}.json`])
            put(it, place, JSON.stringify({ hooks: { internal: { entries: { [place]: { enabled: false } } } } }));
        const places = [...new Set(PLACES.map((place) => place.replace("A", agent)))];
        places.forEach((place, at) => {
          const dir = `${place}/hooks/at${at}`;
          const own = JSON.stringify({ [agent]: { events: ["gateway:startup"] } });
          put(it, `${dir}/HOOK.md`, `---\nname: at${at}\ndescription: d\nmetadata: ${own}\n---\n`);
          put(it, `${dir}/handler.ts`, "export default async () => {};\n");
        });
        const ours = loaded(it, agent, version).hooks;
        const { hooks } = await askFamily(agent, it.home, { env: it.env });
        const theirs = byName(hooks.map(({ name, events }) => [name, events]));
        if (JSON.stringify(ours) !== JSON.stringify(theirs))
          wrong.push(`${what}\n  we say:   ${JSON.stringify(ours)}\n  it loads: ${JSON.stringify(theirs)}`);
      } finally {
        it.done();
      }
    }
    const all = Object.keys(ENVIRONMENTS).length;
    note(`${agent} ${version}`, "workspaces by the environment", all, all - wrong.length);
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });

test("a workspace that a variable names by half a path is where Eliza is started", { skip: absent(() => [loader("eliza")]) }, async () => {
  const it = fresh();
  try {
    it.env = { ELIZA_WORKSPACE_DIR: "ws" };
    put(it, ".eliza/eliza.json", "{}\n");
    for (const name of ["here", "there"]) {
      const dir = `${name}/ws/hooks/${name}`;
      put(it, `${dir}/HOOK.md`, `---\nname: ${name}\ndescription: d\nmetadata: {"eliza":{"events":["gateway:startup"]}}\n---\n`);
      put(it, `${dir}/handler.ts`, "export default async () => {};\n");
    }
    for (const name of ["here", "there"]) {
      const { hooks } = await askFamily("eliza", it.home, { env: it.env, cwd: `${it.home}/${name}` });
      assert.deepEqual(hooks.map((hook) => hook.name), [name]);
    }
    assert.deepEqual(loaded(it, "eliza", VERSIONS.eliza).hooks, []);
  } finally {
    it.done();
  }
});
