// The hooks that bundles of other agents bring to OpenClaw, asked of each version: whose folders it looks into, whom
// such a hook replaces, and what turns it on and off.
import assert from "node:assert/strict";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { askOpenclaw, node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { byName, loaded } from "./tacklebox.mjs";

const HERE = ".openclaw/extensions";
const codex = (own = {}) => ["codex", own];
/** Bundle → its agent, its manifest, and the hooks in it: folder → name, else the folder's. */
const BUNDLES = {
  usual: [...codex(), { "hooks/usual": "" }],
  named: [...codex({ hooks: "./other" }), { "other/named": "", "hooks/not-named": "" }],
  several: [...codex({ hooks: [" ./one ", "two"] }), { "one/first": "", "two/second": "" }],
  lost: [...codex({ hooks: "./nowhere" }), { "hooks/lost": "" }],
  out: [...codex({ hooks: "../parts/commands" }), {}],
  "its-own": [...codex({ name: "Its Own" }), { "hooks/of-its-own": "" }],
  claude: ["claude", {}, { "hooks/of-claude": "" }],
  "claude-named": ["claude", { hooks: "./hooks" }, { "hooks/of-claude-named": "" }],
  cursor: ["cursor", { hooks: "./hooks" }, { "hooks/of-cursor": "" }],
  parts: [null, {}, { "hooks/of-parts": "" }, { "commands/c.md": "do it" }],
  own: [null, {}, { "hooks/of-own": "" }, { "openclaw.plugin.json": '{"id":"own","hooks":["hooks"],"configSchema":{"type":"object"}}' }],
  agent: [null, {}, { "hooks/of-agent": "" }, { "plugin.json": '{"$schema":"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json","name":"agent"}' }],
  off: [...codex(), { "hooks/of-off": "" }],
  denied: [...codex(), { "hooks/of-denied": "" }],
  a: [...codex(), { "hooks/twice": "twice", "hooks/in-extra": "", "hooks/in-managed": "", "hooks/in-workspace": "" }],
  b: [...codex(), { "hooks/twice-too": "twice", "hooks/same": "same", "hooks/same-2": "same" }],
};
const plugins = { entries: { off: { enabled: false } }, deny: ["denied"] };
const CONFIGS = {
  on: { hooks: { internal: { enabled: true } }, plugins },
  nothing: {},
  extra: { hooks: { internal: { enabled: true, load: { extraDirs: ["~/extra"] } } }, plugins },
  "switched off": { hooks: { internal: { enabled: true, entries: { usual: { enabled: false } } } }, plugins },
  "named alone": { hooks: { internal: { enabled: true, entries: { usual: { enabled: true }, "of-its-own": {} } } }, plugins },
  "no switch": { hooks: { internal: { entries: { usual: {} } } }, plugins },
  "all off": { hooks: { internal: { enabled: false } } },
  allowed: { hooks: { internal: { enabled: true } }, plugins: { allow: ["its-own", "usual"] } },
  "no plugins": { hooks: { internal: { enabled: true } }, plugins: { enabled: false } },
};

const hook = (name, key) => `---\nname: ${name}\ndescription: d\nmetadata: {"openclaw":{"events":["${key}"]}}\n---\n`;
/** The event tells which of two hooks of one name it is. */
function put1(it, dir, name, key) {
  put(it, `${dir}/HOOK.md`, hook(name, key));
  put(it, `${dir}/handler.js`, "export default async () => {};\n");
}

function home(config) {
  const it = fresh();
  for (const [id, [of, own, hooks, files = {}]] of Object.entries(BUNDLES)) {
    if (of) put(it, `${HERE}/${id}/.${of}-plugin/plugin.json`, JSON.stringify(own));
    for (const [path, text] of Object.entries(files)) put(it, `${HERE}/${id}/${path}`, text);
    for (const [dir, name] of Object.entries(hooks)) put1(it, `${HERE}/${id}/${dir}`, name || dir.split("/")[1], `command:${id}-${dir.split("/")[1]}`);
  }
  put1(it, "extra/in-extra", "in-extra", "command:extra");
  put1(it, ".openclaw/hooks/in-managed", "in-managed", "command:managed");
  put1(it, ".openclaw/workspace/hooks/in-workspace", "in-workspace", "command:workspace");
  put(it, ".openclaw/openclaw.json", JSON.stringify(config));
  return it;
}

for (const version of VERSIONS)
  test(`the hooks that bundles bring to OpenClaw ${version} are those that are said to load`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const [own, wrong] = [["boot-md", "bootstrap-extra-files", "command-logger", "compaction-notifier", "session-memory"], []];
    for (const [name, config] of Object.entries(CONFIGS)) {
      const it = home(config);
      try {
        const ours = loaded(it, "openclaw", version).hooks;
        const { hooks, configRefused } = await askOpenclaw(version, it.home);
        const theirs = byName(hooks.filter((one) => !own.includes(one.name)).map((one) => [one.name, one.events]));
        if (JSON.stringify(ours) !== JSON.stringify(theirs))
          wrong.push(`${name}\n  we say:   ${JSON.stringify(ours)}\n  it loads: ${JSON.stringify(theirs)} ${configRefused ?? ""}`);
      } finally {
        it.done();
      }
    }
    const all = Object.keys(CONFIGS).length;
    note(`OpenClaw ${version}`, "hooks of bundles", all, all - wrong.length);
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });
