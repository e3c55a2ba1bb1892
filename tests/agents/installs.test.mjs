// Packs of hooks that OpenClaw installed itself ask for their hooks, and so for no other: its state says which, up to
// 2026.7 its config. Asked of each version, with the state that it makes itself.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { askOpenclaw, command, node, openclaw, OWN, VERSIONS } from "./openclaw-ask.mjs";
import { byName, loaded, tacklebox } from "./tacklebox.mjs";

const INSTALLS = {
  none: null,
  named: { pack: { source: "npm", hooks: ["one"] } },
  "by its key": { pack: { source: "npm", hooks: [" key-of-two "] } },
  "of all": { pack: { source: "npm" } },
  "of a blank": { pack: { source: "npm", hooks: [" "] } },
};
const SECTIONS = [
  undefined,
  { enabled: true },
  { entries: { two: {} } },
  { enabled: true, entries: { one: { enabled: false } } },
  { enabled: false },
];

const manifest = (name, key) =>
  `---\nname: ${name}\ndescription: d\nmetadata: ${JSON.stringify({ openclaw: { events: ["command:new"], hookKey: key } })}\n---\n`;

/** Writes into the state that the agent made, as it does itself. */
function keep(file, installs) {
  const script =
    'const d = new (require("node:sqlite").DatabaseSync)(process.argv[1]); d.prepare("insert or replace into config_machine_state values (\'hooks.internal.installs\', ?, 1)").run(process.argv[2]);';
  const { status, stderr } = spawnSync(node(), ["-e", script, file, JSON.stringify(installs)], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

for (const version of VERSIONS)
  test(`the packs that OpenClaw ${version} installed ask for the hooks that are said to load`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const [wrong, it] = [[], fresh()];
    try {
      for (const [name, key] of [["one"], ["two", "key-of-two"]]) {
        put(it, `.openclaw/hooks/${name}/HOOK.md`, manifest(name, key));
        put(it, `.openclaw/hooks/${name}/handler.js`, "export default async () => {};\n");
      }
      put(it, ".openclaw/openclaw.json", "{}\n");
      const inConfig = version === "2026.7.35";
      const state = join(it.home, ".openclaw/state/openclaw.sqlite");
      if (!inConfig) await command(version, it.home, ["hooks", "list", "--json"]);
      assert.equal(existsSync(state), !inConfig);
      for (const [what, installs] of Object.entries(INSTALLS)) {
        if (installs && !inConfig) keep(state, installs);
        for (const section of SECTIONS) {
          const internal = installs && inConfig ? { ...section, installs } : section;
          put(it, ".openclaw/openclaw.json", JSON.stringify(internal ? { hooks: { internal } } : {}));
          const ours = loaded(it, "openclaw", version).hooks;
          const { hooks } = await askOpenclaw(version, it.home);
          const theirs = byName(hooks.filter(({ name }) => !OWN.includes(name)).map(({ name, events }) => [name, events]));
          if (JSON.stringify(ours) !== JSON.stringify(theirs))
            wrong.push(`${what} ${JSON.stringify(section)}\n  we say:   ${JSON.stringify(ours)}\n  it loads: ${JSON.stringify(theirs)}`);
        }
      }
    } finally {
      it.done();
    }
    const all = Object.keys(INSTALLS).length * SECTIONS.length;
    note(`OpenClaw ${version}`, "packs that it installed", all, all - wrong.length);
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });

/** What may be in the place of the state, and whether it runs with it. */
const STATES = { nothing: null, empty: "", "of one byte": "x", garbage: "not a database", "more garbage": "x".repeat(5000), "a folder": {} };

for (const version of VERSIONS.filter((version) => version !== "2026.7.35"))
  test(`with what is not a state OpenClaw ${version} fails, and no hook is said to load`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [what, state] of Object.entries(STATES)) {
      const it = fresh();
      try {
        put(it, ".openclaw/hooks/one/HOOK.md", manifest("one"));
        put(it, ".openclaw/hooks/one/handler.js", "export default async () => {};\n");
        put(it, ".openclaw/openclaw.json", JSON.stringify({ hooks: { internal: { enabled: true } } }));
        const place = ".openclaw/state/openclaw.sqlite";
        if (typeof state === "string") put(it, place, state);
        else if (state) put(it, `${place}/inside`, "");
        const ours = loaded(it, "openclaw", version).hooks.length > 0;
        const { code } = await command(version, it.home, ["hooks", "list", "--json"]);
        if (ours !== (code === 0)) wrong.push(`${what}: we say ${ours}, it ends with ${code}`);
      } finally {
        it.done();
      }
    }
    const all = Object.keys(STATES).length;
    note(`OpenClaw ${version}`, "what is in the place of its state", all, all - wrong.length);
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });

/** It takes such a package only where JavaScript was made of it; what is linked is somebody's own work, and known by its state alone. */
const UNBUILT = {
  "a copy": [],
  "a copy without what was made": ["dist"],
  "a link": ["--link"],
  "a link without what was made": ["--link", "dist"],
  "a link that its config does not name any more": ["--link", "unset"],
};

for (const version of VERSIONS)
  test(`a plugin that OpenClaw ${version} installed and whose JavaScript is gone is said not to load`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [what, how] of Object.entries(UNBUILT)) {
      const it = fresh();
      try {
        const text = (id) => `export default { id: "${id}", register(api) { api.on("session_start", () => {}); } };\n`;
        put(it, "source/package.json", JSON.stringify({ name: "typed", version: "1.0.0", type: "module", openclaw: { extensions: ["./index.ts"] } }));
        put(it, "source/openclaw.plugin.json", JSON.stringify({ id: "typed", configSchema: { type: "object" }, activation: { onStartup: true } }));
        put(it, "source/index.ts", text("typed"));
        put(it, "source/dist/index.js", text("typed"));
        const link = how.includes("--link") ? ["--link"] : [];
        // Later versions ask whether that is meant.
        const more = version === "2026.7.35" ? [] : ["--force", "--accept-capabilities"];
        const done = await command(version, it.home, ["plugins", "install", ...link, ...more, join(it.home, "source")]);
        assert.match(done.out, /[Ii]nstalled|[Ll]inked/, done.out + done.err);
        if (how.includes("dist")) rmSync(join(it.home, link.length ? "source/dist" : ".openclaw/extensions/typed/dist"), { recursive: true });
        if (how.includes("unset")) {
          const { out, err } = await command(version, it.home, ["config", "unset", "plugins.load.paths"]);
          assert.match(out, /Removed/, out + err);
        }
        const theirs = (await command(version, it.home, ["plugins", "list", "--json"])).json.plugins.some(({ id }) => id === "typed");
        const all = tacklebox(it, ["plugins", "list", "--runtime", `openclaw=${version}`]).json;
        const ours = all.some(({ id, loadable }) => id === "typed" && loadable);
        if (ours !== theirs) wrong.push(`${what}: we say ${ours}, it says ${theirs}`);
      } finally {
        it.done();
      }
    }
    const all = Object.keys(UNBUILT).length;
    note(`OpenClaw ${version}`, "plugins that it installed, and what was made of them", all, all - wrong.length);
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });

/** A plugin of one id at several places, and where OpenClaw has it from. */
const TWINS = {
  "a link and a copy": { how: ["--link", "unset"], also: [".openclaw/extensions/typed"] },
  "a link and one of the workspace": { how: ["--link", "unset"], also: [".openclaw/workspace/.openclaw/extensions/typed"] },
  "an installed one and one of the workspace": { how: [], also: [".openclaw/workspace/.openclaw/extensions/typed"] },
  "one put there by hand and one of the workspace": {
    how: null,
    also: [".openclaw/extensions/typed", ".openclaw/workspace/.openclaw/extensions/typed"],
  },
};

for (const version of VERSIONS)
  test(`of plugins of one id OpenClaw ${version} loads the one that is said to load`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    // The list of 2026.7 leaves out those of a workspace, which its gateway loads.
    const asked = Object.entries(TWINS).filter(([, { also }]) => version !== "2026.7.35" || !also.some((it) => it.includes("workspace")));
    const wrong = [];
    for (const [what, { how, also }] of asked) {
      const it = fresh();
      try {
        const whole = (at) => {
          put(it, `${at}/package.json`, JSON.stringify({ name: "typed", version: "1.0.0", type: "module", openclaw: { extensions: ["./index.js"] } }));
          put(it, `${at}/openclaw.plugin.json`, JSON.stringify({ id: "typed", configSchema: { type: "object" }, activation: { onStartup: true } }));
          put(it, `${at}/index.js`, 'export default { id: "typed", register(api) { api.on("session_start", () => {}); } };\n');
        };
        whole("source");
        const link = how?.includes("--link") ? ["--link"] : [];
        const more = version === "2026.7.35" ? [] : ["--force", "--accept-capabilities"];
        if (how) {
          const done = await command(version, it.home, ["plugins", "install", ...link, ...more, join(it.home, "source")]);
          assert.match(done.out, /[Ii]nstalled|[Ll]inked/, done.out + done.err);
        } else put(it, ".openclaw/openclaw.json", "{}\n");
        if (how?.includes("unset")) await command(version, it.home, ["config", "unset", "plugins.load.paths"]);
        also.forEach(whole);
        await command(version, it.home, ["config", "set", "plugins.allow", '["typed"]', "--json"]);
        const theirs = (await command(version, it.home, ["plugins", "list", "--json"])).json.plugins.find(({ id }) => id === "typed")?.source;
        const all = tacklebox(it, ["plugins", "list", "--runtime", `openclaw=${version}`]).json;
        const ours = all.find(({ id, loadable }) => id === "typed" && loadable)?.dir;
        if (join(ours ?? "", "index.js") !== theirs) wrong.push(`${what}: we say ${ours}, it says ${theirs}`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "plugins of one id at several places", asked.length, asked.length - wrong.length);
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });
