// Configs that few people have, asked of each version of OpenClaw: agents, plugins and places that are named and may
// not be there, `..` in paths, files of its former name, profiles, and lists where a text is meant.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { askOpenclaw, node, openclaw, OWN, VERSIONS } from "./openclaw-ask.mjs";
import { byName, loaded } from "./tacklebox.mjs";

const ON = { hooks: { internal: { enabled: true } } };
/** With hooks of a workspace, which are asked for by name. */
const named = (...names) => ({ hooks: { internal: { enabled: true, entries: Object.fromEntries(["one", ...names].map((name) => [name, { enabled: true }])) } } });

function hook(it, dir, own = { events: ["command:new"] }) {
  const name = dir.split("/").at(-1);
  put(it, `${dir}/HOOK.md`, `---\nname: ${name}\ndescription: d\nmetadata: ${JSON.stringify({ openclaw: own })}\n---\n`);
  put(it, `${dir}/handler.js`, "export default async () => {};\n");
}
function plugin(it, dir, more = {}) {
  put(it, `${dir}/openclaw.plugin.json`, JSON.stringify({ id: "mine", name: "mine", configSchema: { type: "object" }, ...more }));
  put(it, `${dir}/index.js`, 'export default { id: "mine", register() {} };\n');
}
/** `~/link/..` is the home by its text, and `~/far` behind the link. */
function far(it) {
  mkdirSync(join(it.home, "far/deep"), { recursive: true });
  symlinkSync(join(it.home, "far/deep"), join(it.home, "link"));
}

const own = { id: "a", default: true };
const list = { agents: { list: [own] } };
const workspace = (dir) => ({ agents: { defaults: { workspace: dir } } });
const extra = (dir) => ({ hooks: { internal: { enabled: true, load: { extraDirs: [dir] } } } });
const memory = (id, more = {}) => ({ ...ON, plugins: { slots: { memory: id }, ...more } });
const paths = (...list) => ({ ...ON, plugins: { load: { paths: list } } });
const two = (it) => [".openclaw/workspace/hooks/w", ".openclaw/workspace-dev/hooks/wp", ".openclaw-dev/workspace/hooks/wd", ".openclaw-dev/hooks/hd"].map((dir) => hook(it, dir));

/** What → its config, what else is in the home, its environment. */
const ROWS = {
  "events in a list of lists": [ON, (it) => hook(it, ".openclaw/hooks/nested", { events: ["command:reset", ["command:new"], 5, null] })],
  "a key that is a list": [{ hooks: { internal: { enabled: true, entries: { a: {} } } } }, (it) => hook(it, ".openclaw/hooks/keyed", { events: ["command:new"], hookKey: ["a"] })],
  "a workspace through an absent folder": [{ ...named("w"), ...workspace("~/absent/../ws") }, (it) => hook(it, "ws/hooks/w")],
  "a workspace through a link": [{ ...named("w", "v"), ...workspace("~/link/../ws") }, (it) => [far(it), hook(it, "ws/hooks/w"), hook(it, "far/ws/hooks/v")]],
  "an extra folder through an absent one": [extra("~/absent/../more"), (it) => hook(it, "more/x")],
  "an extra folder through a link": [extra("~/link/../more"), (it) => [far(it), hook(it, "more/x"), hook(it, "far/more/y")]],
  "a config of its former name": [null, (it) => put(it, ".openclaw/clawdbot.json", JSON.stringify(ON))],
  "a config of another former name": [null, (it) => put(it, ".openclaw/moltbot.json", JSON.stringify(ON))],
  "both configs": [{}, (it) => put(it, ".openclaw/clawdbot.json", JSON.stringify(ON))],
  "a config of its former home": [null, (it) => [put(it, ".clawdbot/clawdbot.json", JSON.stringify(ON)), hook(it, ".clawdbot/hooks/there")]],
  "its new name in its former home": [null, (it) => put(it, ".clawdbot/openclaw.json", JSON.stringify(ON))],
  "a profile": [named("w", "wp", "wd", "hd"), two, { OPENCLAW_PROFILE: "dev" }],
  "the usual profile": [named("w", "wp", "wd", "hd"), two, { OPENCLAW_PROFILE: "Default" }],
  "a home of the environment, and a profile": [null, (it) => [...two(it), put(it, "st/openclaw.json", JSON.stringify(named("w", "wp", "wd", "ws"))), hook(it, "st/workspace/hooks/ws")], { OPENCLAW_STATE_DIR: "HOME/st", OPENCLAW_PROFILE: "dev" }],
  "a home of the environment": [null, (it) => [...two(it), put(it, "st/openclaw.json", JSON.stringify(named("w", "wp", "wd", "ws"))), hook(it, "st/workspace/hooks/ws")], { OPENCLAW_STATE_DIR: "HOME/st" }],
  "another home for ~": [null, (it) => [put(it, "oh/.openclaw/openclaw.json", JSON.stringify({ ...named("w", "v", "there"), ...workspace("~/ws") })), hook(it, "oh/.openclaw/hooks/there"), hook(it, "oh/ws/hooks/w"), hook(it, "ws/hooks/v")], { OPENCLAW_HOME: "HOME/oh" }],
  "that, with extra folders": [null, (it) => [put(it, "oh/.openclaw/openclaw.json", JSON.stringify(extra("~/more"))), hook(it, "oh/more/x"), hook(it, "more/y")], { OPENCLAW_HOME: "~/oh" }],
  "that, and places of plugins": [null, (it) => [put(it, "oh/.openclaw/openclaw.json", JSON.stringify(paths("~/plugins/mine"))), plugin(it, "oh/plugins/mine"), hook(it, "oh/.openclaw/hooks/there")], { OPENCLAW_HOME: "HOME/oh" }],
  "that, and a home of its own": [null, (it) => [put(it, "oh/st/openclaw.json", JSON.stringify(named("w"))), hook(it, "oh/st/workspace/hooks/w"), hook(it, "oh/st/hooks/there")], { OPENCLAW_HOME: "HOME/oh", OPENCLAW_STATE_DIR: "~/st" }],
  "that, and a profile": [null, (it) => [put(it, "oh/.openclaw/openclaw.json", JSON.stringify(named("w", "wp"))), hook(it, "oh/.openclaw-dev/workspace/hooks/w"), hook(it, "oh/.openclaw/workspace-dev/hooks/wp")], { OPENCLAW_HOME: "HOME/oh", OPENCLAW_PROFILE: "dev" }],
  "that, and its former name": [null, (it) => [put(it, "oh/.clawdbot/clawdbot.json", JSON.stringify(ON)), hook(it, "oh/.openclaw/hooks/here")], { OPENCLAW_HOME: "HOME/oh" }],
  "a home for ~ of no name": [ON, () => {}, { OPENCLAW_HOME: " undefined " }],
  "a workspace of the environment": [named("w"), (it) => hook(it, "wenv/hooks/w"), { OPENCLAW_WORKSPACE_DIR: "HOME/wenv" }],
  "that, and one of the config": [{ ...named("w", "v"), ...workspace("~/ws") }, (it) => [hook(it, "wenv/hooks/w"), hook(it, "ws/hooks/v")], { OPENCLAW_WORKSPACE_DIR: "HOME/wenv" }],
  "agents are told, there are none": [{ ...ON, broadcast: { x: ["a"] } }],
  "the usual one is told": [{ ...ON, broadcast: { x: ["main"] } }],
  "told one after another": [{ ...ON, broadcast: { strategy: "sequential" } }],
  "one that is there is told": [{ ...ON, ...list, broadcast: { x: ["a"] } }],
  "one that is not there": [{ ...ON, ...list, broadcast: { x: ["a", "c"] } }],
  "one in large letters": [{ ...ON, ...list, broadcast: { x: ["A"] } }],
  "a group": [{ ...ON, ...list, broadcast: { "telegram:1": { agents: ["a"] } } }],
  "a group without a channel": [{ ...ON, ...list, broadcast: { x: { agents: ["a"] } } }],
  "a group of one that is not there": [{ ...ON, ...list, broadcast: { "telegram:1": { agents: ["c"] } } }],
  "a binding": [{ ...ON, ...list, bindings: [{ agentId: "a", match: { channel: "telegram" } }] }],
  "a binding of one that is not there": [{ ...ON, ...list, bindings: [{ agentId: "c", match: { channel: "telegram" } }] }],
  "a binding of the usual one": [{ ...ON, ...list, bindings: [{ agentId: "main", match: { channel: "telegram" } }] }],
  "a memory that is not there": [memory("mine")],
  "that, with plugins off": [memory("mine", { enabled: false })],
  "its own memory": [memory("memory-core")],
  "a memory that can be installed": [memory("memory-lancedb")],
  "no memory": [memory(" None ")],
  "a memory that is there": [memory("mine"), (it) => plugin(it, ".openclaw/extensions/mine", { kind: "memory" })],
  "that, in large letters": [memory("Mine"), (it) => plugin(it, ".openclaw/extensions/mine", { kind: "memory" })],
  "a memory that is something else": [memory("mine"), (it) => plugin(it, ".openclaw/extensions/mine")],
  "a memory that is off": [memory("mine", { entries: { mine: { enabled: false } } }), (it) => plugin(it, ".openclaw/extensions/mine", { kind: "memory" })],
  "another engine that is not there": [{ ...ON, plugins: { slots: { contextEngine: "mine" } } }],
  "a place of plugins that is not there": [paths("~/nowhere")],
  "a place of blanks": [paths(" ")],
  "a place of plugins": [paths("~/plugins/mine"), (it) => plugin(it, "plugins/mine")],
  "a folder of such": [paths("~/plugins"), (it) => plugin(it, "plugins/mine")],
  "an empty place": [paths("~/plugins"), (it) => put(it, "plugins/x.txt", "x")],
  "a place that is a module": [paths("~/plugins/x.js"), (it) => put(it, "plugins/x.js", "export default { id: 'x', register() {} };")],
  "a place that is a text": [paths("~/plugins/x.txt"), (it) => put(it, "plugins/x.txt", "x")],
};

for (const version of VERSIONS)
  test(`what is said of odd configs is what OpenClaw ${version} does`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [what, [config, more = () => {}, env = {}]] of Object.entries(ROWS)) {
      const it = fresh();
      try {
        hook(it, ".openclaw/hooks/one");
        if (config) put(it, ".openclaw/openclaw.json", JSON.stringify(config));
        more(it);
        it.env = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace("HOME", it.home)]));
        const ours = loaded(it, "openclaw", version).hooks;
        const { hooks, configRefused } = await askOpenclaw(version, it.home, { env: it.env });
        const theirs = byName(hooks.filter(({ name }) => !OWN.includes(name)).map(({ name, events }) => [name, events]));
        if (JSON.stringify(ours) !== JSON.stringify(theirs))
          wrong.push(`${what}\n  we say:   ${JSON.stringify(ours)}\n  it loads: ${JSON.stringify(theirs)} ${configRefused ?? ""}`);
      } finally {
        it.done();
      }
    }
    const all = Object.keys(ROWS).length;
    note(`OpenClaw ${version}`, "odd configs", all, all - wrong.length);
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });
