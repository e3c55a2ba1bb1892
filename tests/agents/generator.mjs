// Homes that nobody thought of: hooks and configs put together at random, from what people really write and from what
// goes wrong. The same seed gives the same home.

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function dice(seed) {
  let at = seed >>> 0;
  const next = () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let it = at;
    it = Math.imul(it ^ (it >>> 15), it | 1);
    it ^= it + Math.imul(it ^ (it >>> 7), it | 61);
    return ((it ^ (it >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below) => Math.floor(next() * below);
  return {
    whole,
    /** True once in so many times. */
    once: (times) => whole(times) === 0,
    pick: (list) => list[whole(list.length)],
  };
}

const EVENTS = {
  milady: ["gateway:startup", "gateway", "command:new", "command", "session:end", "command:NEW", " command:new", "x"],
  eliza: ["gateway:startup", "gateway", "command:new", "command", "session:end", "command:NEW", " command:new", "x"],
  openclaw: ["gateway:startup", "command:new", "command:reset", "command", "message:received", "agent:bootstrap", "x"],
};

/** A list of strings, or what people and slips make of one. */
function strings(roll, words) {
  const one = () => roll.pick(words);
  return roll.pick([
    () => [one()],
    () => [one(), one()],
    () => [one()],
    () => one(),
    () => `${one()}, ${one()}`,
    () => [],
    () => "",
    () => null,
    () => [one(), 5, null, true],
    () => [[one()], one()],
    () => 5,
    () => true,
    () => ({ [one()]: true }),
    () => [""],
    () => [" "],
  ])();
}

function requirements(roll) {
  const own = {};
  const part = (key, words) => {
    if (roll.once(3)) own[key] = roll.once(3) ? strings(roll, words) : [roll.pick(words)];
  };
  part("bins", ["sh", "no-such-program", "cat", "./sh", "/bin/sh", "sh "]);
  part("anyBins", ["sh", "no-such-program", "cat"]);
  part("env", ["HOME", "NOWHERE", "TOKEN", "EMPTY", "BLANK", "FROM_CONFIG"]);
  part("config", ["hooks.internal.enabled", "nowhere.at.all", "set.text", "set.empty", "set.zero", "set.list", "set.no", "workspace.dir", "browser.enabled", "set.list.0", "set..text", ""]);
  return roll.once(8) ? roll.pick([null, [], "sh", 5, true]) : own;
}

/** What is under the agent's own key of `metadata`. */
function metadata(roll, agent, name) {
  const own = { events: roll.once(6) ? strings(roll, EVENTS[agent]) : [roll.pick(EVENTS[agent])] };
  if (roll.once(30)) delete own.events;
  if (roll.once(6)) own.emoji = roll.pick(["🪝", 5, null]);
  if (roll.once(8)) own.always = roll.pick([true, false, "true", 1, null]);
  if (roll.once(8)) own.hookKey = roll.pick(["other-key", name, "", 5, null, ["a"]]);
  if (roll.once(12)) own.export = roll.pick(["default", "named", "nothing", "", 5, null]);
  if (roll.once(12)) own.os = strings(roll, ["linux", "darwin", "win32", "Linux", "linux "]);
  if (roll.once(8)) own.enabled = roll.pick([true, false, "no"]);
  if (roll.once(8)) own.homepage = roll.pick(["https://example.com", 5]);
  if (roll.once(10)) own.install = roll.pick([[], [{ id: "a", kind: "brew", formula: "x" }], [{ kind: "npm" }], "npm", null, [null], {}]);
  if (roll.once(5)) own.requires = requirements(roll);
  return own;
}

/** As block YAML; what it cannot say plainly is written as JSON, which is YAML, too. */
function block(value, indent) {
  if (Array.isArray(value) && value.length > 0) return value.map((it) => `\n${indent}- ${JSON.stringify(it)}`).join("");
  if (value !== null && typeof value === "object" && Object.keys(value).length > 0)
    return Object.entries(value)
      .map(([key, it]) => `\n${indent}${key}:${typeof it === "object" && it !== null ? block(it, `${indent}  `) : ` ${JSON.stringify(it)}`}`)
      .join("");
  return ` ${JSON.stringify(value)}`;
}

/** Plain words without quotes, as a person writes them. */
const bare = (text) => text.replaceAll(/"([a-z][a-z:]*)"/g, "$1");

/** The line or lines of `metadata`. */
function metadataText(roll, agent, name) {
  const key = roll.once(25) ? roll.pick(["openclaw", "milady", "eliza", "clawdbot", "moltbot", agent.toUpperCase(), ""]) : agent;
  const own = metadata(roll, agent, name);
  const whole = { [key]: own };
  if (roll.once(15)) whole.other = { events: ["command:new"] };
  const json = JSON.stringify(whole);
  const plain = () => `metadata: ${json}`;
  if (!roll.once(3)) return plain();
  return roll.pick([
    () => `metadata: ${JSON.stringify(whole, null, 2)}`,
    () => `metadata:\n  ${JSON.stringify(whole, null, 2).replaceAll("\n", "\n  ")}`,
    () => `metadata:\n  ${json}`,
    () => `metadata:${block(whole, "  ")}`,
    () => bare(`metadata:${block(whole, "  ")}`),
    () => bare(`metadata:${block(whole, "    ")}`),
    () => `metadata: '${json}'`,
    () => `metadata: ${JSON.stringify(json)}`,
    () => `metadata: |\n  ${json}`,
    () => `metadata: >\n  ${JSON.stringify(whole, null, 2).replaceAll("\n", "\n  ")}`,
    () => `metadata: ${json.replaceAll('"', "'")}`,
    () => `metadata: ${json.replaceAll(/"([a-zA-Z]+)":/g, "$1:")}`,
    () => `metadata: ${json.replaceAll(/"([a-zA-Z]+)":/g, "$1: ")}`,
    () => `metadata: ${json.replace(/\}$/, ",}")}`,
    () => `metadata: ${json.slice(0, -1)}`,
    () => `metadata: ${json} # mine`,
    () => `metadata : ${json}`,
    () => `Metadata: ${json}`,
    () => `"metadata": ${json}`,
    () => `metadata: ${JSON.stringify(own)}`,
    () => `events: ${JSON.stringify(own.events ?? [])}`,
    () => `metadata:\n\t${json}`,
    () => `metadata:`,
    () => ``,
  ])();
}

/** The whole `HOOK.md`. */
function manifest(roll, agent, name) {
  const lines = [];
  const say = (times, choices) => {
    if (!roll.once(times)) lines.push(roll.pick(choices));
  };
  if (!roll.once(4)) lines.push(`name: ${name}`);
  else say(4, [`name: "${name}"`, `name: '${name}'`, `name: 5`, `name:`, `name: ""`, `name: [${name}]`, `name: ${name} # mine`, `name: "  ${name} "`, `name: other-${name}`, `name: yes`, `name: null`, `name: |\n  ${name}`, `Name: ${name}`, `name:${name}`, `name: a: ${name}`, `name: ${name}\nname: twice`, `name: "${name}`, `name: {a: ${name}}`]);
  if (!roll.once(3)) lines.push(`description: does things`);
  else say(6, [`description: "Says: hello"`, `description: Says: hello`, `description: it's # not a comment`, `description: - a list`, `description: 'it''s'`, `description: "a \\"quoted\\" one"`, `description: >\n  folded\n  text`, `description: |\n  text: with a colon\n\n  - and a dash`, `description: on\n  two lines`, `description: [a, b]`, `description: @at`, `description: *star`, `description: &anchor a`, `description: %percent`, `description: "tab\\tone"`, `description: ünï – “quoted”`, `description: 'open`, `description: !tag a`, `description: {a`, `description: ? a`, `description: \`code\``, `description: "ends" here`, `description: null`, `description: 2026-11-24`]);
  if (roll.once(8)) lines.push(roll.pick([`homepage: https://example.com/a#b`, `homepage: 5`, `version: 1.0`, `tags:\n  - a\n  - b`, `tags: [a, b`, `# a comment`, ``, `  indented: line`, `just words`, `- item`, `key: value: more`, `"quoted key": a`, `? complex`, `<<: *x`, `...`, `\ttab: a`, `a: b\u00a0`, `x: "\u2028"`, `emoji: 🪝`, `anchors: &x {a: 1}\nmore: *x`]));
  const own = metadataText(roll, agent, name);
  if (own !== "") lines.splice(roll.whole(lines.length + 1), 0, own);
  const newline = roll.once(15) ? "\r\n" : "\n";
  const [start, end, after] = roll.once(10)
    ? roll.pick([
        ["--- ", "---", "\n# Body\n"],
        ["---", "--- ", "\n# Body\n"],
        ["---", "---", ""],
        ["\ufeff---", "---", "\n# Body\n"],
        ["\n---", "---", "\n# Body\n"],
        [" ---", "---", "\n"],
        ["---", "", "\n# Body\n"],
        ["---", "...", "\n# Body\n"],
        ["----", "----", "\n"],
        ["---", "  ---", "\n"],
        ["---", "----", "\n"],
        ["---", "---words", "\n"],
        ["---yaml", "---", "\n"],
        ["+++", "+++", "\n"],
        ["---\n", "\n---", "\n---\nname: again\n---\n"],
        ["# Title\n---", "---", "\n"],
      ])
    : ["---", "---", "\n# Body\n"];
  return [start, ...lines, end].join("\n").concat(after).replaceAll("\n", newline);
}

const MODULES = [
  "export default async () => {};\n",
  "export default function handle() {}\n",
  "const it = () => {};\nexport { it as default };\n",
  "export const named = () => {};\n",
  "export default { a: 1 };\n",
  "export default 5;\n",
  "export default class {}\n",
  "export default null;\n",
  "module.exports = () => {};\n",
  "export default async (\n",
  "throw new Error('at once');\n",
  "import { a } from 'not-installed-anywhere';\nexport default () => a;\n",
  "",
  "// nothing\n",
  "export default (() => () => {})();\n",
  "let it = 1;\nit = () => {};\nexport default it;\n",
  "export default undefined;\n",
  "export { default } from './other.js';\n",
  "const named = async () => {};\nexport { named };\nexport default named;\n",
];
const FILES = ["handler.ts", "handler.ts", "handler.js", "handler.js", "index.ts", "index.js", "Handler.ts", "handler.cjs"];

/** The files of one hook, by path within its folder. */
function hook(roll, agent, name) {
  const files = {};
  if (!roll.once(40)) files[roll.once(30) ? roll.pick(["hook.md", "Hook.md", "HOOK.MD"]) : "HOOK.md"] = manifest(roll, agent, name);
  if (!roll.once(20)) files[roll.once(5) ? roll.pick(FILES) : "handler.ts"] = roll.once(5) ? roll.pick(MODULES) : MODULES[0];
  if (roll.once(15)) files[roll.pick(FILES)] = roll.pick(MODULES);
  if (roll.once(20)) files["package.json"] = roll.pick(['{"type":"module"}', '{"type":"commonjs"}', "{}", "{", '{"name":"x","hooks":["."]}', '{"openclaw":{"hooks":["./inner"]}}', '{"openclaw":{"hooks":[]}}', '{"openclaw":{"hooks":["."]}}']);
  return files;
}

function entry(roll) {
  return roll.pick([
    () => ({ enabled: true }),
    () => ({ enabled: true }),
    () => ({ enabled: true }),
    () => ({ enabled: false }),
    () => ({}),
    () => ({ env: { TOKEN: "a" } }),
    () => ({ enabled: true, env: { FROM_CONFIG: "" } }),
    () => ({ enabled: true, env: { FROM_CONFIG: " a " } }),
    () => ({ apiKey: "a" }),
  ])();
}

/** A config that the agent takes, mostly. */
function config(roll, agent, names) {
  const internal = {};
  if (agent === "openclaw" ? !roll.once(6) : roll.once(4)) internal.enabled = !roll.once(10);
  if (!roll.once(3)) {
    internal.entries = {};
    for (const name of [...names, "other-key", "nobody"]) if (agent === "openclaw" ? !roll.once(6) : roll.once(4)) internal.entries[name] = entry(roll);
  }
  const whole = { hooks: { internal } };
  if (agent !== "openclaw") whole.set = { text: "a", empty: "", zero: 0, list: ["a"], no: false };
  if (roll.once(4)) whole.env = { vars: { TOKEN: roll.pick(["a", "", " "]) } };
  if (roll.once(6)) whole.browser = { enabled: roll.pick([true, false]) };
  if (agent !== "openclaw" && roll.once(15)) return roll.pick([{}, { hooks: null }, { hooks: { internal: null } }, { hooks: { internal: { entries: null, enabled: true } } }, { hooks: { internal: { enabled: "yes" } } }, { hooks: { enabled: false } }]);
  return whole;
}

/** Where hooks of an agent can be; the first of them most often. */
const PLACES = (agent) => [`.${agent}/hooks`, `.${agent}/hooks`, `.${agent}/hooks`, `.${agent}/workspace/hooks`, "ws/hooks", "more"];

/** Names its extra folders and its workspace, for some homes. */
function places(roll, whole) {
  if (typeof whole?.hooks?.internal !== "object" || whole.hooks.internal === null) return;
  if (roll.once(2)) whole.hooks.internal.load = { extraDirs: roll.pick([["~/more"], ["~/more/"], ["~/nowhere", "~/more"], [" ~/more "], []]) };
  if (roll.once(2)) whole.agents = { defaults: { workspace: roll.pick(["~/ws", "~/ws/", "~/nowhere"]) } };
}

/** One home: its files by path, and its environment. `spread`: in all places that hooks can be in, with names that come twice. */
export function generated(agent, seed, { count, spread = false }) {
  const roll = dice(seed);
  const files = {};
  const names = [];
  for (let at = 0; at < count; at++) {
    const folder = `h${String(spread ? roll.whole(count) : at).padStart(2, "0")}`;
    const place = spread ? roll.pick(PLACES(agent)) : PLACES(agent)[0];
    if (Object.keys(files).some((path) => path.startsWith(`${place}/${folder}/`))) continue;
    names.push(folder);
    for (const [file, text] of Object.entries(hook(roll, agent, folder))) files[`${place}/${folder}/${file}`] = text;
  }
  if (!roll.once(10)) {
    const whole = config(roll, agent, names);
    if (spread) places(roll, whole);
    files[`.${agent}/${agent}.json`] = `${JSON.stringify(whole, null, 2)}\n`;
  }
  const env = {};
  if (roll.once(2)) env.TOKEN = "a";
  if (roll.once(3)) env.EMPTY = "";
  if (roll.once(3)) env.BLANK = " ";
  return { files, env };
}
