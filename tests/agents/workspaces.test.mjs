// Where Milady and Eliza have their workspace by what is in the environment, and where OpenClaw looks for what its config
// names as a variable, asked of the published loaders.
import assert from "node:assert/strict";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { askFamily } from "./family-ask.mjs";
import { absent, loader } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { askOpenclaw, node, openclaw, VERSIONS as OPENCLAW } from "./openclaw-ask.mjs";
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

/** The folders of hooks that a config names by variables. */
const NAMED = ["~/${IN_CONFIG}", "~/${IN_ENV}", "~/${IN_BOTH}", "~/${IN_FILE}", "~/${EMPTY}", "~/$${IN_ENV}", "~/${OF_ANOTHER}", "~/${lower}", "~/${UNSET}x", "~/${}", "~/a${IN_ENV}b${IN_CONFIG}", "${BLANKS}"];
const LEADS_TO = ["config", "direct", "environment", "file", "blank", "${IN_ENV}", "${EMPTY}", "${IN_BOTH}", "${OF_ANOTHER}", "of-another", "${lower}", "${UNSET}x", "${}", "aenvironmentbconfig", "ws", "other"];

for (const version of OPENCLAW)
  test(`what the config of OpenClaw ${version} names as a variable is where it looks`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = fresh();
    try {
      it.env = { IN_ENV: "environment", IN_BOTH: "environment", EMPTY: "", lower: "lower", MODE: "local", BLANKS: " ~/other " };
      // Since 2026.8 the config is refused that has one beside `vars`.
      const direct = version.startsWith("2026.7.") ? { IN_DIRECT: "direct" } : {};
      const env = { ...direct, vars: { IN_CONFIG: "config", IN_BOTH: "config", OF_ANOTHER: "${IN_ENV}", WS: "~/ws" } };
      const internal = { enabled: true, load: { extraDirs: [...NAMED, "~/${IN_DIRECT}"] }, entries: { at14: { enabled: true } } };
      const config = { gateway: { mode: "${MODE}" }, env, agents: { defaults: { workspace: "${WS}" } }, hooks: { internal } };
      put(it, ".openclaw/openclaw.json", JSON.stringify(config));
      put(it, ".openclaw/.env", "IN_FILE=file\nIN_CONFIG=not\n");
      LEADS_TO.forEach((place, at) => {
        const dir = `${place === "ws" ? "ws/hooks" : place}/at${at}`;
        put(it, `${dir}/HOOK.md`, `---\nname: at${at}\ndescription: d\nmetadata: {"openclaw":{"events":["gateway:startup"]}}\n---\n`);
        put(it, `${dir}/handler.ts`, "export default async () => {};\n");
      });
      const ours = loaded(it, "openclaw", version).hooks;
      const { hooks } = await askOpenclaw(version, it.home, { env: it.env });
      const theirs = byName(hooks.filter(({ name }) => name.startsWith("at")).map(({ name, events }) => [name, events]));
      note(`OpenClaw ${version}`, "folders that its config names by variables", NAMED.length + 2, JSON.stringify(ours) === JSON.stringify(theirs) ? NAMED.length + 2 : 0);
      assert.deepEqual(ours, theirs);
      assert.ok(theirs.length > NAMED.length / 2);
    } finally {
      it.done();
    }
  });

/** What says where OpenClaw's folders are: `env` in the environment, `file` in its file of variables, `vars` in its config. */
const SAYS = {
  "nothing": {},
  "a config elsewhere": { env: { OPENCLAW_CONFIG_PATH: "HOME/c/my.json" } },
  "a config and a home elsewhere": { env: { OPENCLAW_CONFIG_PATH: "HOME/c/my.json", OPENCLAW_STATE_DIR: "HOME/st" } },
  "a workspace in its file": { file: "OPENCLAW_WORKSPACE_DIR=HOME/ws\n" },
  "a workspace in its config": { vars: { OPENCLAW_WORKSPACE_DIR: "HOME/ws" } },
  "its own hooks in its file": { file: "OPENCLAW_BUNDLED_HOOKS_DIR=HOME/own\n" },
  "its own hooks in its config": { vars: { OPENCLAW_BUNDLED_HOOKS_DIR: "HOME/own" } },
};
const OWN_PLACES = [".openclaw/hooks", "c/hooks", "st/hooks", "ws/hooks", ".openclaw/workspace/hooks", "c/workspace/hooks", "st/workspace/hooks", "own"];

for (const version of OPENCLAW)
  test(`the folders that are looked into are those of OpenClaw ${version}`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [what, { env = {}, file = "", vars = {} }] of Object.entries(SAYS)) {
      const it = fresh();
      try {
        const here = (text) => text.replaceAll("HOME", it.home);
        it.env = JSON.parse(here(JSON.stringify(env)));
        const entries = {};
        // What is needed is set in one file of variables each.
        for (const place of [".openclaw", "c", "st"]) put(it, `${place}/.env`, `${here(file)}FROM_${place.replace(".", "").toUpperCase()}=1\n`);
        OWN_PLACES.forEach((place, at) => {
          for (const needs of [null, "FROM_OPENCLAW", "FROM_C", "FROM_ST"]) {
            const name = needs ? `at${at}-${needs}` : `at${at}`;
            entries[name] = { enabled: true };
            const own = JSON.stringify({ openclaw: { events: ["gateway:startup"], requires: { env: needs ? [needs] : [] } } });
            put(it, `${place}/${name}/HOOK.md`, `---\nname: ${name}\ndescription: d\nmetadata: ${own}\n---\n`);
            put(it, `${place}/${name}/handler.ts`, "export default async () => {};\n");
          }
        });
        const config = here(JSON.stringify({ env: { vars }, hooks: { internal: { enabled: true, entries } } }));
        for (const place of [".openclaw/openclaw.json", "c/my.json", "st/openclaw.json"]) put(it, place, config);
        // The file in the usual home is read by its gateway alone where the config is elsewhere.
        const counts = (name) => name.startsWith("at") && !(what === "a config elsewhere" && name.endsWith("FROM_OPENCLAW"));
        const ours = loaded(it, "openclaw", version).hooks.filter(([name]) => counts(name));
        const { hooks } = await askOpenclaw(version, it.home, { env: it.env });
        const theirs = byName(hooks.filter(({ name }) => counts(name)).map(({ name, events }) => [name, events]));
        if (JSON.stringify(ours) !== JSON.stringify(theirs))
          wrong.push(`${what}\n  we say:   ${ours.map(([name]) => name)}\n  it loads: ${theirs.map(([name]) => name)}`);
      } finally {
        it.done();
      }
    }
    const all = Object.keys(SAYS).length;
    note(`OpenClaw ${version}`, "folders by the environment", all, all - wrong.length);
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });
