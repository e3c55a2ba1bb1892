// The folders that OpenClaw takes for plugins, asked of each version: with a dot, set aside, of somebody else, with a
// torn package.json, for other versions, and bundles of other agents.
import assert from "node:assert/strict";
import { chownSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { command, node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { tacklebox } from "./tacklebox.mjs";

const FOLDER = ".openclaw/extensions";
const module = 'export default { register(api) { api.on("session_start", () => {}); } };\n';
const pkg = (openclaw) => ({ "package.json": JSON.stringify({ name: "x", openclaw }) });
const least = (minHostVersion) => pkg({ install: { minHostVersion } });
const range = (pluginApi) => pkg({ compat: { pluginApi } });

/** Folder → what is in it beside a manifest with the folder's letters as its id, and a module. */
const FOLDERS = {
  plain: {},
  ".dot": {},
  "aside.disabled": {},
  "old.bak": {},
  "x.backup-1": {},
  torn: { "package.json": "{" },
  listed: { "package.json": "[]" },
  two: { ...pkg({ extensions: ["./a.js", "./b.js"] }), "a.js": module, "b.js": module },
  both: { ".claude-plugin/plugin.json": '{"name": "both"}' },
  kept: { "skills/s/SKILL.md": "---\nname: s\ndescription: d\n---\n" },
  ...Object.fromEntries(
    [">=2027.1.1", "2026.1.1", ">=2026.9.6", ">=0.1.0", ">=2026.7", 5, " >=2026.7.35 ", null].map((it, at) => [`least${at}`, least(it)]),
  ),
  ...Object.fromEntries(
    [
      ">=2027.1.1", "2026.7.35", "2026.7", "^2026.7.0", "~2026.9.0", "*", ">2026.7.35", "2026", "2026.9.x", ">=2026.7.0 <2026.9.0",
      ">=2026.1.0 || 1", "", ">=v2026.7.0", "2026.x", "^0.1.0", "<=2026.8", ">=2026.9.6-beta.1", ">=2026.9", "x", ">x", "=2026.9.6",
      ">2026", "<=2026", "^2026", "~2026.9", null, 5,
    ].map((it, at) => [`range${at}`, range(it)]),
  ),
  mine: {},
  theirs: {},
};
const BUNDLES = {
  claude: { ".claude-plugin/plugin.json": '{"name": "Claude one"}' },
  codex: { ".codex-plugin/plugin.json": "{}" },
  cursor: { ".cursor-plugin/plugin.json": "{" },
  parts: { "commands/c.md": "do it" },
};

for (const version of VERSIONS)
  test(`the folders that OpenClaw ${version} takes for plugins are those that are said to load`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = fresh();
    try {
      put(it, ".openclaw/openclaw.json", "{}\n");
      for (const [folder, files] of Object.entries(FOLDERS)) {
        const id = folder.replace(/^\.|\..+$/g, "");
        const manifest = { id, name: id, activation: { onStartup: true }, configSchema: { type: "object" } };
        const own = { "openclaw.plugin.json": JSON.stringify(manifest), "index.js": module };
        for (const [name, text] of Object.entries({ ...own, ...files })) put(it, `${FOLDER}/${folder}/${name}`, text);
      }
      for (const [folder, files] of Object.entries(BUNDLES))
        for (const [name, text] of Object.entries(files)) put(it, `${FOLDER}/${folder}/${name}`, text);
      // Only the administrator can give a file away.
      if (process.getuid?.() === 0) {
        chownSync(join(it.home, FOLDER, "theirs"), 4242, 4242);
        chownSync(join(it.home, FOLDER, "mine/index.js"), 4242, 4242);
      }
      const path = `${dirname(node())}:${it.path}`;
      const listed = tacklebox({ ...it, path }, ["plugins", "list", "--runtime", `openclaw=${version}`]).json;
      const ours = listed.filter(({ state }) => state === "on" || state === "idle").map(({ id }) => id);
      const { out } = await command(version, it.home, ["plugins", "inspect", "--all", "--runtime", "--json"]);
      const all = JSON.parse(out.slice(out.indexOf("["))).map(({ plugin }) => plugin);
      const own = all.filter(({ rootDir, source }) => (rootDir ?? source)?.startsWith(it.home));
      const theirs = own.filter(({ status }) => status === "loaded").map(({ id }) => id);
      assert.deepEqual(ours.sort(), theirs.sort());
      assert.ok(listed.length >= Object.keys(FOLDERS).length + Object.keys(BUNDLES).length, "nothing is lost from view");
      note(`OpenClaw ${version}`, "folders of plugins", listed.length, listed.length);
    } finally {
      it.done();
    }
  });
