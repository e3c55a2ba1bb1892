// Records what the real OpenClaw says of many configs, for the tests of the engine's own check:
//
//   node tests/agents/schema-answers.mjs
//
// writes answers.json, channels-answers.json and code-answers.json into engine/agents/src/config/strict. The configs of the
// last, which keep or break what it checks in code of its own, are in the file itself: add some there. The others are those
// below, and for each setting of the parts that the engine writes to, and some of the settings of channels: one that is
// right, one of a wrong kind, and an unknown neighbour. With `--all FILE FILE` for each setting that there is.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { validated, VERSIONS } from "./openclaw-ask.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const strict = join(here, "..", "..", "engine", "agents", "src", "config", "strict");
/** Where the engine writes, or people look when hooks do not run. */
const PARTS = ["hooks", "plugins", "env", "browser", "meta", "logging", "gateway", "skills", "session", "commands"];

const own = [
  {},
  { frobnicate: 1 },
  { hooks: {} },
  { hooks: { internal: true } },
  { hooks: { internal: null } },
  { hooks: { internal: { enabled: true, entries: [] } } },
  { hooks: { internal: { enabled: true, entries: { hk: null } } } },
  { hooks: { internal: { enabled: true, entries: { hk: { enabled: 0 } } } } },
  { hooks: { internal: { enabled: true, entries: { hk: { enabled: true, env: { TOKEN: false } } } } } },
  { hooks: { internal: { enabled: true, entries: { hk: { apiKey: "k", deep: { more: [1] } } } } } },
  { hooks: { internal: { enabled: "false" } } },
  { hooks: { internal: { load: { extraDirs: "~/more" } } } },
  { hooks: { internal: { load: { extraDirs: ["~/more", 5] } } } },
  { hooks: { internal: { handlers: [] } } },
  { hooks: { internal: { handlers: [{ event: "command:new", module: "x.ts" }] } } },
  { hooks: { internal: { handlers: { event: "command:new", module: "x" } } } },
  { hooks: { internal: { installs: {} } } },
  { hooks: { internal: { installs: { a: { source: "npm", spec: "a@1", installPath: "/h/a", version: "1", hooks: ["a"] } } } } },
  { hooks: { internal: { installs: { a: { source: "elsewhere" } } } } },
  { hooks: { internal: { installs: { a: { spec: "a" } } } } },
  { hooks: { handlers: [] } },
  { hooks: { handlers: [{ event: "before-tool-call", module: "g.ts", priority: 1 }] } },
  { hooks: { enabled: false } },
  { hooks: { entries: { hk: { env: { TOKEN: "x" } } } } },
  { hooks: { load: { extraDirs: [] } } },
  { hooks: { mappings: [{ action: "wake", transform: {} }] } },
  { hooks: { mappings: [{ action: "sleep" }] } },
  { env: { TOKEN: "x" } },
  { env: { TOKEN: 5 } },
  { env: { vars: { TOKEN: "x" } } },
  { env: { vars: { TOKEN: 5 } } },
  { env: { shellEnv: { enabled: true, timeoutMs: 0.5 } } },
  { env: { shellEnv: { timeoutMs: -1 } } },
  { messages: { x: true } },
  { agents: { defaults: { workspace: "~/w" } } },
  { agents: { defaults: { workspace: 5 } } },
  { agents: { defaults: { worksapce: "~/w" } } },
  { agents: { list: [{ id: "a" }] } },
  { agents: { list: [{}] } },
  { agents: { entries: { main: { workspace: "~/w" } } } },
  { workspace: { dir: "~/w" } },
  { browser: { enabled: false, evaluateEnabled: true } },
  { browser: { profiles: { "Not Good": { cdpPort: 9000 } } } },
  { browser: { profiles: { good: { cdpPort: 0 } } } },
  { plugins: { enabled: false, allow: ["a"], deny: ["b"], load: { paths: [] } } },
  { plugins: { entries: { "my-own": { enabled: false } } } },
  { plugins: { entries: { "my-own": { enabled: "no" } } } },
  { plugins: { entries: { "my-own": { hooks: { timeoutMs: 0 } } } } },
  { plugins: { installs: {} } },
  { plugins: { slots: { memory: "none" } } },
  { gateway: { mode: "local", port: 18789, bind: "loopback", auth: { mode: "token", token: "t" } } },
  { gateway: { port: "18789" } },
  { gateway: { mode: "faraway" } },
  { $schema: "https://x.example/s.json", meta: { lastTouchedVersion: "2026.9.6" } },
  { logging: { level: "debug", file: "/tmp/x.log" } },
  { logging: { level: "loud" } },
];

/** A value that fits a schema, or undefined where none is easily made. */
function right(schema, root) {
  if (schema.$ref) return right(root.$defs[schema.$ref.split("/").at(-1)], root);
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return right(schema.anyOf[0], root);
  if (schema.pattern || schema.format || schema.allOf || schema.oneOf || schema.propertyNames) return undefined;
  switch (schema.type) {
    case "boolean":
      return true;
    case "string":
      return "x".repeat(Math.max(1, schema.minLength ?? 1));
    case "number":
    case "integer":
      return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1);
    case "array": {
      if (Array.isArray(schema.items)) return undefined;
      const item = schema.minItems ? right(schema.items, root) : undefined;
      return item === undefined ? (schema.minItems ? undefined : []) : Array(schema.minItems).fill(item);
    }
    case "object": {
      const made = {};
      for (const key of schema.required ?? []) {
        const value = right(schema.properties[key], root);
        if (value === undefined) return undefined;
        made[key] = value;
      }
      return made;
    }
    default:
      return undefined;
  }
}

function* made(schema, root, wrap, depth = 0) {
  if (schema.$ref) {
    yield* made(root.$defs[schema.$ref.split("/").at(-1)], root, wrap, depth);
    return;
  }
  const value = right(schema, root);
  if (value !== undefined) yield wrap(value);
  yield wrap(typeof value === "string" || schema.anyOf ? 5.5 : "not it");
  const base = schema.type === "object" ? right(schema, root) : undefined;
  if (base === undefined || depth > 3) return;
  yield wrap({ ...base, zzUnknown: 1 });
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    yield* made(inner, root, (value) => wrap({ ...base, [key]: value }), depth + 1);
  }
}

/** Of so many configs of single settings of channels one is kept: they are many, and alike. */
const ONE_OF = 7;
const channels = [
  { foochan: {} },
  { Telegram: {} },
  { " telegram ": {} },
  { " ": {} },
  { telegram: null },
  { telegram: { dmPolicy: "open" } },
  { telegram: { dmPolicy: "open", allowFrom: ["*"] } },
  { telegram: { accounts: { a: { botToken: "x" } } } },
  { telegram: { nope: false } },
  { discord: { enabled: true }, whatsapp: {} },
  { "qa-channel": {} },
  { defaults: { groupPolicy: "open" }, modelByChannel: {} },
];

/** Each setting of the parts of a schema once right, once of a wrong kind, and with an unknown neighbour. */
function each(file, wrap, wanted = () => true) {
  const cases = new Map();
  for (const version of VERSIONS) {
    const root = JSON.parse(readFileSync(join(strict, `openclaw-${version}${file}.json`), "utf8"));
    for (const [key, schema] of Object.entries(root.properties).filter(([key]) => wanted(key))) {
      for (const config of made(schema, root, (value) => wrap({ [key]: value }))) cases.set(JSON.stringify(config), config);
    }
  }
  return [...cases.values()];
}

/** Writes down what each version says of these, and which put them in order; `cut`: as much of it as is kept. */
function record(file, configs, cut = (said) => said) {
  const answers = VERSIONS.map((version) => validated(version, configs));
  const lines = configs.map((config, at) => {
    const said = VERSIONS.map((version, which) => [version, answers[which][at].issues.map(({ path, message }) => cut(`${path}: ${message}`))]);
    const settled = VERSIONS.filter((_, which) => answers[which][at].settled);
    const refused = Object.fromEntries(said.filter(([, issues]) => issues.length > 0));
    return JSON.stringify({ config, refused, ...(settled.length > 0 && { settled }) });
  });
  writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
  console.log(`${file}: ${lines.length} configs`);
}

const all = process.argv[2] === "--all";
/** Enough of what it says to know it by. */
const ENOUGH = 100;
const configs = each("", (config) => config, (key) => all || PARTS.includes(key));
const once = new Map([...own, ...configs].map((config) => [JSON.stringify(config), config]));
record(all ? process.argv[3] : join(strict, "answers.json"), [...once.values()]);
const ofChannels = each("-channels", (config) => ({ channels: config })).filter((_, at) => all || at % ONE_OF === 0);
record(
  all ? process.argv[4] : join(strict, "channels-answers.json"),
  [...channels.map((config) => ({ channels: config })), ...ofChannels],
);
if (!all) {
  const inCode = join(strict, "code-answers.json");
  const configs = JSON.parse(readFileSync(inCode, "utf8")).map(({ config }) => config);
  record(inCode, configs, (said) => said.split("\n")[0].slice(0, ENOUGH));
}
