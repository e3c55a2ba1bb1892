// Makes the schemas by which the engine checks a config of OpenClaw before it writes one:
//
//   node tests/agents/schema.mjs [VERSION…]
//
// asks each OpenClaw in the cache for its `config schema` and writes what matters of it: no prose, no settings of
// plugins, and what is there more than once, only once. The settings of each channel, and of the plugins that come with
// it, are files of their own: most who ask need none of them. Read the diff: a setting that disappears is one that the
// engine will refuse.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, openclaw, validated, VERSIONS } from "./openclaw-ask.mjs";

const out = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "engine", "agents", "src", "config", "strict");
const MAPS = new Set(["properties", "patternProperties", "definitions", "$defs"]);
/** Words for people, and what says nothing that the rest does not. */
const PROSE = new Set(["title", "description", "default", "examples", "deprecated", "$comment", "$schema"]);
/** The largest whole number that JavaScript counts exactly: a limit of the language, not of the setting. */
const LARGEST = Number.MAX_SAFE_INTEGER;
/** Shorter than this is better said twice. */
const WORTH_A_NAME = 160;

/** `schema` with only what decides. */
export function simpler(schema) {
  if (Array.isArray(schema)) return schema.map(simpler);
  if (typeof schema !== "object" || schema === null) return schema;
  const made = {};
  for (const [key, value] of Object.entries(schema)) {
    if (PROSE.has(key)) continue;
    if (key === "required" && Array.isArray(value)) {
      // What has a value where nothing is said need not be said.
      const needed = value.filter((name) => !("default" in (schema.properties?.[name] ?? {})));
      if (needed.length > 0) made[key] = needed;
      continue;
    }
    if (MAPS.has(key)) {
      made[key] = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, simpler(inner)]));
    } else if (key === "propertyNames" && JSON.stringify(value) === '{"type":"string"}') {
      // Every name is a text.
    } else if (Math.abs(value) === LARGEST && /^(exclusive)?(max|min)imum$/i.test(key)) {
      // No limit that a config could reach.
    } else if (key === "additionalProperties" && (value === true || JSON.stringify(value) === "{}")) {
      // As if it were not there.
    } else {
      made[key] = simpler(value);
    }
  }
  if ("const" in made) {
    const { const: only, ...rest } = made;
    if (Object.keys(rest).every((key) => key === "type")) return { enum: [only] };
  }
  // A choice of single values is a list of them.
  const choice = made.anyOf;
  const isList = (one) => "enum" in one && Object.keys(one).every((key) => key === "enum" || key === "type");
  if (choice && Object.keys(made).length === 1 && choice.every(isList)) {
    return { enum: choice.flatMap((one) => one.enum) };
  }
  return made;
}

const AGENTS = { type: "array", items: { type: "object", required: ["id"] } };

const POSITIVE = { type: "integer", exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const settings = (type, names) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type }])),
  additionalProperties: false,
});

/**
 * What a version takes although its schema does not name it: settings of earlier versions, which it still
 * understands. Found by `schema-answers.mjs`, and held against the real one by the engine's tests.
 */
const STILL_TAKEN = {
  "2026.7.35": {
    "hooks.internal.handlers": { type: "array" },
    canvasHost: {
      type: "object",
      properties: {
        enabled: { type: "boolean" },
        root: { type: "string" },
        port: POSITIVE,
        liveReload: { type: "boolean" },
      },
      additionalProperties: false,
    },
    "channels.defaults": {
      type: "object",
      properties: {
        groupPolicy: { enum: ["open", "disabled", "allowlist"] },
        contextVisibility: { enum: ["all", "allowlist", "allowlist_quote"] },
        heartbeat: settings("boolean", ["showOk", "showAlerts", "useIndicator"]),
        botLoopProtection: {
          type: "object",
          properties: {
            enabled: { type: "boolean" },
            maxEventsPerWindow: POSITIVE,
            windowSeconds: POSITIVE,
            cooldownSeconds: POSITIVE,
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    "channels.modelByChannel": {
      type: "object",
      additionalProperties: { type: "object", additionalProperties: { type: "string" } },
    },
  },
  "2026.8.1": { "agents.list": AGENTS, "agents.defaults.contextTokens": {} },
  "2026.9.6": { "agents.list": AGENTS, "agents.defaults.contextTokens": {} },
};

/** The same of settings of plugins. */
const STILL_TAKEN_OF_PLUGINS = {
  "2026.9.6": { "github-copilot": { discovery: { type: "object", additionalProperties: false, properties: { enabled: {} } } } },
};

/** What is said under `channels` of all of them. */
const COMMON = ["defaults", "modelByChannel"];

const pick = (all, names) => Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

/** What the engine checks of the settings of each channel of one version, without those that it has for its own tests. */
export function channels(schema, version) {
  const { properties } = simpler(schema.properties.channels);
  const ids = Object.keys(properties).filter((name) => !COMMON.includes(name));
  const answers = validated(version, ids.map((id) => ({ channels: { [id]: {} } })));
  const unknown = (at) => answers[at].issues.some(({ message }) => message.startsWith("unknown channel id"));
  return shared({ properties: pick(properties, ids.filter((_, at) => !unknown(at))) });
}

/** What the engine checks of the settings of each plugin that comes with one version. */
export function plugins(version) {
  const found = {};
  const folder = join(openclaw(version), "dist", "extensions");
  for (const name of readdirSync(folder).sort()) {
    const manifest = join(folder, name, "openclaw.plugin.json");
    const { id, configSchema } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : {};
    if (configSchema) found[id] = simpler(configSchema);
  }
  for (const [id, rules] of Object.entries(STILL_TAKEN_OF_PLUGINS[version] ?? {})) Object.assign(found[id].properties, rules);
  return found;
}

/** What the engine checks of one version. */
export function reduced(schema, version) {
  const root = simpler(schema);
  const { properties } = root;
  for (const [path, rule] of Object.entries(STILL_TAKEN[version] ?? {})) {
    const keys = path.split(".");
    const last = keys.pop();
    const group = keys.reduce((at, key) => at.properties[key], root);
    group.properties[last] ??= rule;
  }
  if (properties.channels) properties.channels = { type: "object", properties: pick(properties.channels.properties, COMMON) };
  if (properties.plugins?.properties?.entries) {
    properties.plugins.properties.entries.properties = undefined;
    // One plugin's settings are its own affair.
    const each = properties.plugins.properties.entries.additionalProperties;
    if (each?.properties?.config) each.properties.config = { type: "object" };
  }
  return shared(JSON.parse(JSON.stringify(root)));
}

/** The same, with what is there more than once under `$defs`. */
function shared(root) {
  const seen = new Map();
  const visit = (node, isMap) => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, false);
    } else if (typeof node === "object" && node !== null) {
      if (!isMap) {
        const text = JSON.stringify(node);
        if (text.length >= WORTH_A_NAME) seen.set(text, (seen.get(text) ?? 0) + 1);
      }
      for (const [key, value] of Object.entries(node)) visit(value, !isMap && MAPS.has(key));
    }
  };
  visit(root, false);
  const names = new Map();
  for (const [text, times] of seen) if (times > 1) names.set(text, `d${names.size + 1}`);
  const replaced = (node, isMap, self) => {
    if (Array.isArray(node)) return node.map((item) => replaced(item, false));
    if (typeof node !== "object" || node === null) return node;
    const name = !isMap && !self && names.get(JSON.stringify(node));
    if (name) return { $ref: `#/$defs/${name}` };
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, replaced(value, !isMap && MAPS.has(key))]),
    );
  };
  const defs = [...names].map(([text, name]) => [name, replaced(JSON.parse(text), false, true)]);
  const made = { ...replaced(root, false, true), $defs: Object.fromEntries(defs) };
  // A part that was only inside of another that has a name now.
  const text = JSON.stringify(made);
  const uses = (name) => text.split(`"#/$defs/${name}"`).length - 1;
  for (const name of Object.keys(made.$defs)) if (uses(name) === 0) delete made.$defs[name];
  return made;
}

/** JSON with short parts on one line, so that a diff names the setting that changed. */
export function printed(value, indent = "") {
  const line = JSON.stringify(value);
  if (line.length + indent.length <= 110 || typeof value !== "object" || value === null) return line;
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => inner + printed(item, inner)).join(",\n")}\n${indent}]`;
  }
  const fields = Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${printed(item, inner)}`);
  return `{\n${fields.join(",\n")}\n${indent}}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  for (const version of wanted.length > 0 ? wanted : VERSIONS) {
    const home = mkdtempSync(join(tmpdir(), "schema-"));
    const { json, err } = await command(version, home, ["config", "schema"]);
    rmSync(home, { recursive: true, force: true });
    if (!json) throw new Error(`OpenClaw ${version} says no schema: ${err.slice(-300)}`);
    for (const [name, made] of [
      [`openclaw-${version}`, reduced(json, version)],
      [`openclaw-${version}-channels`, channels(json, version)],
      [`openclaw-${version}-plugins`, plugins(version)],
    ]) {
      const text = `${printed(made)}\n`;
      writeFileSync(join(out, `${name}.json`), text);
      console.log(`${name}: ${text.length} bytes`);
    }
  }
}
