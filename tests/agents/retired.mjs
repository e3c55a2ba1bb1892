// Records which settings OpenClaw's gateway puts in order itself, of those that its schema does not know any more:
//
//   node tests/agents/retired.mjs
//
// writes retired.json into engine/agents/src/config/strict. Each setting that the schema of an earlier version has and that
// of a later one has not is asked of the later with values that the earlier takes, and with others.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { validated, VERSIONS } from "./openclaw-ask.mjs";

const strict = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "engine", "agents", "src", "config", "strict");

/** The channels that come with every version: of others it asks their plugins. */
const CHANNELS = ["telegram"];

/** What settings may be of which one kind is put in order, or none. */
const KINDS = ["x", "off", 5, 0, 5.5, true, false, null, {}, { a: {} }, { enabled: true }, [], ["x"]];
const NUMBER = [5, 0, 5.5, "x", true, null, {}, []];
const WHOLE = [5, 1, "x", true, null, {}, []];

/** Older than every schema that is kept: a setting, and values for it. */
const OLDER = [
  ...[
    "agents.defaults.agentRuntime.fallback",
    "agents.defaults.silentReplyRewrite",
    "agents.defaults.systemPromptOverride",
    "agents.list.*.tools.loopDetection.genericRepeat",
    "agents.list.*.tools.loopDetection.knownPollNoProgress",
    "agents.list.*.tools.loopDetection.pingPong",
    "agents.list.*.tools.loopDetection.windowSize",
    "channels.telegram.requireMention",
    "channels.webchat",
    "cli.banner.taglineMode",
    "commands.modelsWrite",
    "defaultModel",
    "diagnostics.memoryPressureBundle",
    "gateway.controlUi.dangerouslyDisableDeviceAuth",
    "gateway.webchat",
    "memory.search.cache.maxEntries",
    "memory.search.chunking",
    "memory.search.local.contextSize",
    "memory.search.local.modelCacheDir",
    "memory.search.qmd",
    "memory.search.query.hybrid",
    "memory.search.remote.batch.concurrency",
    "memory.search.remote.batch.pollIntervalMs",
    "memory.search.remote.batch.timeoutMinutes",
    "memory.search.remote.batch.wait",
    "memory.search.remote.nonBatchConcurrency",
    "memory.search.store.driver",
    "memory.search.store.path",
    "memory.search.sync",
    "routing.allowFrom",
    "routing.groupChat.requireMention",
    "session.parentForkMaxTokens",
    "systemAgent",
    "talk.apiKey",
    "talk.modelId",
    "talk.outputFormat",
    "talk.voiceAliases",
    "talk.voiceId",
    "tools.loopDetection.genericRepeat",
    "tools.loopDetection.knownPollNoProgress",
    "tools.loopDetection.pingPong",
    "tools.loopDetection.windowSize",
    "tts.prefsPath",
    "worktrees",
  ].map((path) => [path, ["x", "off", 5, 0, true, {}, { a: {} }, { enabled: true }, [], ["x"]], true]),
  ...[
    "agents.defaults.agentRuntime",
    "agents.defaults.embeddedHarness",
    "agents.defaults.embeddedPi",
    "agents.defaults.llm",
    "agents.defaults.memorySearch.rememberAcrossConversations",
    "agents.defaults.memorySearch.store.path",
    "agents.defaults.sandbox.perSession",
    "agents.defaults.silentReply.direct",
    "agents.list.*.agentRuntime",
    "agents.list.*.embeddedHarness",
    "agents.list.*.embeddedPi",
    "agents.list.*.sandbox.perSession",
    "agents.list.*.systemPromptOverride",
    "canvasHost",
    "channels.defaults.heartbeat.showAlerts",
    "channels.defaults.heartbeat.showOk",
    "channels.defaults.heartbeat.useIndicator",
    "channels.telegram.accounts.*.streamMode",
    "channels.telegram.blockStreaming",
    "channels.telegram.groupMentionsOnly",
    "channels.telegram.streamMode",
    "gateway.nodes.skills.enabled",
    "media.preserveFilenames",
    "messages.tts.realtime",
    "routing.groupChat.mentionPatterns",
    "tools.web.x_search.apiKey",
  ].map((path) => [path, KINDS, true]),
  ...[
    "channels.telegram.accounts.*.threadBindings.ttlHours",
    "channels.telegram.threadBindings.ttlHours",
    "session.threadBindings.ttlHours",
  ].map((path) => [path, NUMBER, true]),
  ...[
    "channels.telegram.blockStreamingCoalesce.idleMs",
    "channels.telegram.blockStreamingCoalesce.maxChars",
    "channels.telegram.blockStreamingCoalesce.minChars",
    "channels.telegram.draftChunk.maxChars",
    "channels.telegram.draftChunk.minChars",
    "routing.groupChat.historyLimit",
  ].map((path) => [path, WHOLE, true]),
  ...["edge", "elevenlabs", "microsoft", "openai"].map((key) => [`messages.tts.${key}`, [{}, { voice: "x" }, { apiKey: "x" }, { zz: 1 }, "x", 5, null, []]]),
  ...["agents.defaults", "agents.list.*"].flatMap((at) => [
    [`${at}.embeddedPi.projectSettingsPolicy`, ["trusted", "sanitize", "ignore", "x", 5, true, null, {}]],
    [`${at}.embeddedPi.executionContract`, ["default", "strict-agentic", "x", 5, true, null, {}]],
  ]),
  ["channels.telegram.chunkMode", ["newline", "length", "x", 5, null]],
  ["channels.telegram.dm", [{}, { policy: "open" }, { zz: 1 }, "x", 5, null]],
  ["channels.telegram.draftChunk.breakPreference", ["paragraph", "newline", "sentence", "x", 5, null]],
  ["channels.telegram.streaming", ["partial", "off", "block", "progress", "x", true, false, 5, null]],
  ["diagnostics.otel.protocol", ["grpc", "http/protobuf", "x", 5, null]],
  ["gateway.reload.mode", ["restart", "hot", "hybrid", "off", "x", 5, true, null]],
  ["messages.queue.byChannel.telegram", ["queue", "steer-backlog", "steer+backlog", "x", 5]],
  ["models.providers.openai.api", ["openai-codex-responses", "openai", "x", 5, null]],
  ["gateway.bind", ["0.0.0.0", "::", "[::]", "*", "127.0.0.1", "localhost", "::1", "[::1]", "LAN", " lan", "0.0.0.0 "]],
  ["messages.queue.mode", ["steer-backlog", "steer+backlog", "queue", "interrupt"]],
  ["plugins.installs", [{}, { a: { source: "npm", spec: "a" } }, { a: 1 }, "x", []]],
];

/** What has to be there beside a setting. */
const BESIDE = { "agents.list.*": { id: "a" }, "browser.profiles.*": { cdpPort: 18800 }, "mcp.servers.*": { command: "x" }, "models.providers.openai": { baseUrl: "http://127.0.0.1:1", models: [] } };
/** What a list of agents has to have is looked into elsewhere. */
const ROSTER = "agents.list.*.id";
/** This one looks at settings of channels twice in other ways, and ends as they differ. */
const NO_CHANNELS = "2026.9.6";
const WRONG = ["not it", 5.5, true, null, [], {}, { zz: 1 }, ["x"], -1];

const schemas = Object.fromEntries(
  VERSIONS.map((version) => {
    const read = (file) => JSON.parse(readFileSync(join(strict, `openclaw-${version}${file}.json`), "utf8"));
    return [version, { own: read(""), channels: read("-channels") }];
  }),
);

/** A schema and the root that its references are looked up in; what it stands for. */
function resolved({ schema, root }) {
  let at = schema;
  while (at?.$ref) at = root.$defs[at.$ref.split("/").at(-1)];
  return at ?? {};
}

/** All that a value there may be. */
function choices(node) {
  const schema = resolved(node);
  const inner = ["anyOf", "oneOf", "allOf"].flatMap((key) => schema[key] ?? []);
  return [schema, ...inner.flatMap((one) => choices({ schema: one, root: node.root }))];
}

/** A value that fits, or undefined where none is easily made. */
function right(node, depth = 0) {
  const schema = resolved(node);
  const of = (inner) => right({ schema: inner, root: node.root }, depth + 1);
  if (depth > 8) return undefined;
  if (schema.enum) return schema.enum[0];
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map(of).find((value) => value !== undefined);
  switch (schema.type) {
    case "boolean":
      return true;
    case "string":
      return "x".repeat(Math.max(1, schema.minLength ?? 1));
    case "number":
    case "integer":
      return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1);
    case "array": {
      const item = schema.minItems && of(schema.items);
      return schema.minItems ? Array(schema.minItems).fill(item) : [];
    }
    case undefined:
    case "object": {
      const made = (schema.required ?? []).map((key) => [key, of(schema.properties?.[key] ?? {})]);
      return made.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(made);
    }
    default:
      return undefined;
  }
}

/** Several values that fit. */
function rights(node) {
  const found = [];
  for (const schema of choices(node)) {
    const base = right({ schema, root: node.root });
    found.push(base, ...(schema.enum ?? []));
    if (schema.type === "number" || schema.type === "integer") found.push((schema.minimum ?? 1) + 7);
    if (schema.type === "boolean") found.push(false);
    for (const [key, inner] of Object.entries(schema.properties ?? {})) {
      found.push({ ...base, [key]: right({ schema: inner, root: node.root }) });
    }
    if (schema.additionalProperties?.type) found.push({ a: right({ schema: schema.additionalProperties, root: node.root }) });
  }
  return unique(found.filter((value) => value !== undefined && !JSON.stringify(value).includes("null")));
}

/** Objects in which one setting that is known is wrong, at any depth. */
function wrongInside(node, depth = 0) {
  const keys = [...inside(node)].filter(([key]) => key !== "*");
  const below = (inner) => (depth < 4 ? wrongInside(inner, depth + 1) : []);
  return keys.flatMap(([key, inner]) => ["not it", 5.5, null, [1], ...below(inner)].map((value) => ({ [key]: value })));
}

const unique = (values) => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];

/** The settings of a schema: what is at each key, `*` for any of a record or list. */
function inside(node) {
  const found = new Map();
  const add = (key, schema) => schema && typeof schema === "object" && found.set(key, { schema, root: node.root });
  for (const schema of choices(node)) {
    for (const [key, inner] of Object.entries(schema.properties ?? {})) add(key, inner);
    add("*", schema.additionalProperties);
    if (!Array.isArray(schema.items)) add("*", schema.items);
  }
  return found;
}

/** A config in which this is at a path, with what has to be beside it. */
function config(version, path, value) {
  const build = (node, keys, before) => {
    if (keys.length === 0) return value;
    const [key, ...rest] = keys;
    const here = before.join(".");
    const next = inside(node).get(key) ?? { schema: {}, root: node.root };
    const below = build(next, rest, [...before, key]);
    const schema = choices(node).find((one) => (key === "*" ? one.items || one.additionalProperties : one.properties?.[key])) ?? {};
    if (key === "*" && schema.items) return [below];
    const base = (schema.required?.length && right({ schema, root: node.root })) || {};
    return { ...base, ...BESIDE[here], [key === "*" ? "a" : key]: below };
  };
  return build(top(version), path, []);
}

/** All settings, those of channels among them. */
function top(version) {
  const { own, channels } = schemas[version];
  return {
    root: own,
    schema: { ...own, properties: { ...own.properties, channels: { ...resolved({ schema: own.properties.channels, root: own }), isOfChannels: channels } } },
  };
}

/** The same with the settings of single channels in their place. */
function within(node) {
  const found = inside(node);
  const ofChannels = resolved(node).isOfChannels;
  for (const key of ofChannels ? CHANNELS : []) found.set(key, { schema: ofChannels.properties[key], root: ofChannels });
  return found;
}

/** Settings that an earlier version has and a later one has not, the outermost of each. A list of agents is by id later. */
function* gone(earlier, later, path = []) {
  const still = within(later);
  for (const [key, node] of within(earlier)) {
    const at = [...path, key];
    const byId = at.join(".") === "agents.list" ? still.get("entries") : undefined;
    const other = byId ?? still.get(key) ?? still.get("*");
    if (at.join(".") === ROSTER) continue;
    if (!other) yield { path: at, node };
    else if (path.length < 12) yield* gone(node, other, at);
  }
}

const answers = new Map();
/** What each version says of these, asked at once. */
function ask(configs) {
  const fresh = unique(configs).filter((one) => !answers.has(JSON.stringify(one)));
  if (fresh.length === 0) return;
  const each = VERSIONS.map((version) => validated(version, fresh));
  fresh.forEach((one, at) => answers.set(JSON.stringify(one), Object.fromEntries(VERSIONS.map((v, which) => [v, each[which][at]]))));
}
const said = (version, one) => answers.get(JSON.stringify(one))[version];

const kind = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/**
 * What of a setting a version puts in order: `any` of it; or what an earlier one takes (`right`), and of all else values
 * of these kinds, or these alone. Null where it does so with none that it refuses. `free`: one text is as good as another.
 */
function which(version, fits, others, free) {
  const refused = (all) => all.filter(({ config }) => !said(version, config).ok);
  const settles = ({ config }) => said(version, config).settled;
  const [old, other] = [refused(fits), refused(others)];
  const all = [...old, ...other];
  if (!all.some(settles)) return null;
  if (all.every(settles) && all.length > 5) return "any";
  const right = old.length > 0 && old.every(settles);
  const left = right ? other : all;
  const whole = (of) => (free || of !== "string") && left.every((one) => kind(one.value) !== of || settles(one));
  const kinds = [...new Set(left.map(({ value }) => kind(value)))].filter(whole);
  const alone = left.filter((one) => !one.isInside && settles(one) && !kinds.includes(kind(one.value)));
  const values = alone.map(({ value }) => value);
  return { ...(right && { right }), ...(kinds.length > 0 && { kinds }), ...(values.length > 0 && { values }) };
}

const NOT_OBJECTS = ["string", "number", "boolean", "null", "array"];
const recorded = {};
const put = (path, version, how) => how && (recorded[path] = { ...recorded[path], [version]: how });

/** Asks a later version what it does with settings of an earlier one, and with what is in those that it refuses. */
function judge(later, earlier, wanted) {
  const asked = wanted.map(({ path, node }) => {
    const row = (value, isInside) => ({ value, isInside, config: config(earlier, path, value) });
    const all = unique([...rights(node), ...WRONG]).map((value) => row(value, false));
    return { path, node, all: [...all, ...wrongInside(node).map((value) => row(value, true))] };
  });
  ask(asked.flatMap(({ all }) => all.map((one) => one.config)));
  const deeper = [];
  for (const { path, node, all } of asked) {
    const [fits, others] = [true, false].map((ok) => all.filter((one) => said(earlier, one.config).ok === ok));
    const how = which(later, fits, others, true);
    if (how === "any" || how?.right) put(path.join("."), later, how);
    else if (fits.some((one) => !said(later, one.config).ok)) {
      deeper.push(...[...inside(node)].map(([key, inner]) => ({ path: [...path, key], node: inner })));
      const plain = [...others, ...fits].filter(({ value }) => kind(value) !== "object" || JSON.stringify(value) === "{}");
      const how = which(later, [], plain, true);
      // Of an object it is what is in it that counts.
      put(path.join("."), later, how === "any" ? { kinds: NOT_OBJECTS, values: [{}] } : how);
    } else if (fits.length === 0) console.log(`${later}: nothing that is made here fits ${path.join(".")}`);
  }
  if (deeper.length > 0) judge(later, earlier, deeper);
}

for (const [at, later] of VERSIONS.entries()) {
  for (const earlier of VERSIONS.slice(at + 1)) {
    const all = [...gone(top(earlier), top(later))].filter(({ path }) => !recorded[path.join(".")]?.[later]);
    judge(later, earlier, all.filter(({ path }) => later !== NO_CHANNELS || path[0] !== "channels"));
  }
}
const older = (path, value) => config(VERSIONS[0], path.split("."), value);
ask(OLDER.flatMap(([path, values]) => values.map((value) => older(path, value))));
for (const [path, values, free] of OLDER) {
  const all = values.map((value) => ({ value, config: older(path, value) }));
  for (const version of VERSIONS) {
    if (version !== NO_CHANNELS || !path.startsWith("channels")) put(path, version, which(version, [], all, free));
  }
}
const lines = Object.keys(recorded)
  .sort()
  .map((path) => `${JSON.stringify(path)}: ${JSON.stringify(recorded[path])}`);
writeFileSync(join(strict, "retired.json"), `{\n${lines.join(",\n")}\n}\n`);
console.log(`${lines.length} settings, ${answers.size} configs`);
