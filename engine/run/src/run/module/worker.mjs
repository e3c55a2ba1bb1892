// One hook's module, run by the user's own JavaScript runtime. The engine starts this file with the place
// of a socket, sends one JSON object a line, and gets one back for each. Nothing of the protocol goes
// over stdin, stdout or stderr: those belong to the hook.
import * as modules from "node:module";
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { goesOnAfter } from "./rejections.mjs";

// `process` is not imported: on Node that alone would make stdout and stderr pipes that do not block, for
// the hook's own programs too.

// A hook may replace globals. It then harms its own run, and never how that is told.
const { parse, stringify } = JSON;
const later = setImmediate;
const now = performance.now.bind(performance);
const exit = process.exit.bind(process);

const socket = connect(process.argv[2]);
process.argv.splice(2);
// Its own ways to write are not those of its kind any more, which a hook may replace.
for (const name of ["write", "_write", "_writev", "_writeGeneric"])
  if (typeof socket[name] === "function") Object.defineProperty(socket, name, { value: socket[name] });

/**
 * The words that answers begin with, one each, known to the engine and to nobody here but this module: a hook
 * that finds the socket cannot answer in its place.
 */
let nonces = [];
let answers = 0;

/** The longest line that the engine takes, in bytes; it says so itself when it loads a module. */
let limit = 0;
/** What the module gave: its handler, or the hooks that the plugin registered so far. */
let handler;
const hooks = [];
/** The names of its hooks for events of HOOK.md, and the settings that they find in the context. */
const names = new Set();
let settings;
/** What else it registered, by name. */
const others = [];
/** What a plugin finds in its api, but which only a running agent can do; and the parts in which more is. */
const RUNNING = [
  ["emitAgentEvent", "setRunContext", "getRunContext", "clearRunContext", "enqueueNextTurnInjection"],
  ["sendSessionAttachment", "scheduleSessionTurn", "unscheduleSessionTurnsByTag"],
].flat();
const PARTS = ["session", "agent", "runContext", "lifecycle"];
/** The plugin is loaded, and the agent takes no more. */
let closed = false;
/** The plugin is loaded by the rules of an agent that ships, not by those of its text. */
let shipped = false;
/** The agent goes on after a rejection that passes. */
let goesOn = false;
/** So many of them the engine knows. */
let knownHooks = 0;
/** Something went wrong outside of any call: the process ends, and nothing more may be said. */
let crashed = false;

/** What the hook writes to; Node writes no more at once than fits a pipe, and keeps the rest. */
const streams = new Set();
for (const name of ["stdout", "stderr"]) {
  const known = Object.getOwnPropertyDescriptor(process, name);
  if (!known?.get || !known.configurable) continue;
  const get = () => {
    const stream = known.get.call(process);
    streams.add(stream);
    return stream;
  };
  Object.defineProperty(process, name, { ...known, get });
}

const pieces = [];
socket.setEncoding("utf8");
socket.on("data", (text) => {
  const lines = text.split("\n");
  // Several calls may be under way, and several lines come at once.
  for (const end of lines.splice(0, lines.length - 1)) answer(parse(pieces.splice(0).join("") + end));
  pieces.push(lines[0]);
});
// The engine is done with this worker, or gone itself.
socket.on("close", () => exit(0));
socket.on("error", () => exit(0));

process.on("uncaughtException", (error) => crash("It threw outside of its call", error));
process.on("unhandledRejection", (error) => {
  if (!goesOn || !goesOnAfter(error)) return crash("A promise was rejected and nobody looked", error);
  const { name, message } = told(error);
  const cause = error.cause?.code ?? error.cause?.message;
  console.error(`OpenClaw goes on after this: ${name}: ${message}${cause === undefined ? "" : ` (${text(cause)})`}`);
});

async function answer(request) {
  let said;
  try {
    // Of no kind, so that nothing that a hook adds to all objects says something else in their place.
    if (request.load) said = { __proto__: null, loaded: await load(request.load) };
    else said = { __proto__: null, ...(await (request.event ? handle(request.event) : hook(request.hook))) };
  } catch (error) {
    said = { __proto__: null, error: told(error) };
  }
  if (request.id !== undefined) (said.done ?? said.error).id = request.id;
  // Also those that were added outside of any call, and by a call that failed.
  if (hooks.length !== knownHooks) (said.done ?? said.error).hooks = listed();
  for (const stream of streams) await written(stream);
  // A rejection that nobody handles is known only now, and belongs to this run.
  later(() => crashed || say(said));
}

/** Resolves when the engine has what the hook wrote so far. */
function written(stream) {
  if (!(stream.writableLength > 0) || stream.destroyed) return;
  return new Promise((done) => {
    stream.write("", done);
    stream.once("close", done);
  });
}

async function load(request) {
  limit = request.limit;
  nonces = request.nonces;
  request.nonces = undefined;
  shipped = request.plugin?.shipped === true;
  goesOn = request.goesOn;
  process.argv[1] = request.file;
  const absent = request.plugin === null ? {} : standIns(request);
  await customize(request, absent);
  const url = pathToFileURL(request.file).href;
  const module = request.commonjs ? required(request.file) : await import(url);
  if (request.plugin !== null) await register(module, request.plugin);
  else handler = picked(module, request);
  if (request.gateway !== null) registerHook({ event: request.gateway, handler });
  return { hooks: listed(), others };
}

/**
 * Plugins import values from the agent's own package, which is not here: modules in its place, with the names that
 * the version in force has. As it does, a name that is not there is undefined for TypeScript, and for 2026.7.
 */
function standIns({ file, sources, sdk, strict }) {
  const texts = sources ? Object.values(sources).map((it) => it.source ?? "") : [readFileSync(file, "utf8")];
  const found = {};
  for (const [from, names] of Object.entries(sdk ?? {}))
    for (const own of [from, `@${from}`]) found[own] = { names, lost: [] };
  globalThis[Symbol.for("tacklebox.standIn")] = standIn;
  const lenient = !strict || /\.[cm]?ts$/.test(file);
  const imports = /import\s+(?:[\w$]+\s*,\s*)?(?:\{([^}]*)\}|[\w$*\s]+)\s*from\s*["'](@?openclaw(?:\/[^"']*)?)["']/g;
  for (const [, given = "", from] of texts.join("\n").matchAll(imports)) {
    const wanted = given.split(",").map((it) => it.trim().replace(/\s+as\s.*/s, ""));
    const names = wanted.filter((it) => /^[A-Za-z_$][\w$]*$/.test(it) && it !== "type");
    // By the text nobody knows what it has: whatever is asked for is there.
    if (!sdk) found[from] = { names: [...new Set([...(found[from]?.names ?? ["default"]), ...names])], lost: [] };
    else if (/^@?openclaw\/plugin-sdk(\/|$)/.test(from)) {
      found[from] ??= { names: [], lost: [], gone: true };
      const { names: has, lost, gone } = found[from];
      if (lenient || gone) lost.push(...names.filter((it) => !has.includes(it)));
    }
  }
  return found;
}

/** Node and deno get the modules that the engine has read for them; bun reads all of them without help. */
async function customize({ sources, links = {} }, absent) {
  const own = new URL("./hooks.mjs", import.meta.url);
  if (!sources && Object.keys(absent).length === 0) return;
  const { initialize, extensions, inPlaceOf, ...callbacks } = await import(own.href);
  if (globalThis.Bun) {
    const setup = (build) => {
      for (const [from, it] of Object.entries(absent))
        build.module(from, () => ({ contents: inPlaceOf(from, it), loader: "js" }));
    };
    globalThis.Bun.plugin({ name: "stand-ins", setup });
    return;
  }
  const url = (path) => pathToFileURL(path).href;
  const data = {
    inThread: Boolean(modules.registerHooks),
    absent,
    sources: Object.fromEntries(Object.entries(sources ?? {}).map(([path, it]) => [url(path), it])),
    links: Object.fromEntries(
      Object.entries(links).map(([path, to]) => [
        url(path),
        Object.fromEntries(Object.entries(to).map(([name, target]) => [name, url(target)])),
      ]),
    ),
  };
  process.setSourceMapsEnabled?.(true);
  initialize(data);
  if (modules.registerHooks) return void modules.registerHooks(callbacks);
  modules.register(own.href, { data });
  extensions(modules.default);
}

/** A CommonJS module as `import` would show it. */
function required(file) {
  const given = modules.createRequire(pathToFileURL(file))(file);
  return { ...given, default: given?.__esModule ? given.default : given };
}

function picked(module, { export: name, exact }) {
  // What a module of the other kind exports may be a level deeper, where agents do not look.
  const found = [module[name], exact ? undefined : module.default?.[name]].find((it) => typeof it === "function");
  if (found) return found;
  const names = Object.keys(module).map((it) => `"${it}"`);
  const has = names.length > 0 ? `It exports ${names.join(", ")}.` : "It exports nothing.";
  throw plainly(`The module exports no function named "${name}". ${has}`);
}

/** What registers, looked for as the agent does: the innermost default export, the module, then what these hold. */
function entryOf(module, registers) {
  const candidates = [module, module];
  const seen = new Set();
  const opens = (it) => it && typeof it === "object" && "default" in it && !seen.has(it);
  while (opens(candidates[0])) {
    seen.add(candidates[0]);
    candidates[0] = candidates[0].default;
  }
  // It grows while it is gone through; what holds itself is looked at once.
  for (const it of candidates) {
    if (typeof it === "function") return { entry: it };
    if (!it || typeof it !== "object") continue;
    const entry = registers.map((name) => it[name]).find((found) => found !== undefined && found !== null);
    if (typeof entry === "function") return { entry, owner: it };
    for (const key of ["default", "module"]) if (key in it && !candidates.includes(it[key])) candidates.push(it[key]);
  }
  const other = candidates.some((it) => typeof it?.activate === "function");
  const names = registers.map((name) => `"${name}"`).join(" or ");
  const has = other ? ' It has "activate", which this version of the agent does not call.' : "";
  throw plainly(`The plugin exports neither a function ${names} nor a default function.${has}`);
}

async function register(module, { id, config, pluginConfig, registers, about }) {
  settings = pluginConfig;
  const { entry, owner } = entryOf(module, registers);
  // A plugin may say who it is: the agent loads it only under the id of its manifest.
  const said = owner?.id;
  if (typeof said === "string" && said !== "" && said !== id)
    throw plainly(`The plugin calls itself "${said}", and its manifest "${id}": the agent does not load it.`);
  const { agentVersion, stateDir, ...itself } = about;
  const resolvePath = (path) => resolve(path[0] === "~" ? homedir() : about.rootDir, path.replace(/^~[/\\]?/, ""));
  const parts = { version: agentVersion, config: settled(config), logging: { getChildLogger: logger }, state: { resolveStateDir: () => stateDir } };
  const known = { id, source: process.argv[1], ...itself, config, pluginConfig, resolvePath, registrationMode: "full" };
  Object.assign(known, { logger: logger(), registerHook: open(registerHook), on: open(on), runtime: standIn("api.runtime", parts) });
  const api = new Proxy(known, { get: (api, name) => (name in api ? api[name] : beyond(name)) });
  // Agents that ship call the bare function, and do not wait for it.
  const answer = entry.call(shipped ? undefined : owner, api);
  if (shipped && typeof answer?.then === "function") {
    answer.then(undefined, () => {});
    throw plainly("The plugin's register function is asynchronous. The agent does not load it: it must be synchronous.");
  }
  await answer;
  closed = shipped;
}

/** Agents that ship take what is registered while a plugin is loaded, and nothing after that. */
const open = (register) => (...given) => (closed ? undefined : register(...given));

/** The agent's config, as the ways to ask for it give it. */
const settled = (config) => ({ current: () => config, loadConfig: () => config });

/** What a shipped agent has is remembered, or only of a running one; by its text nobody knows what it has. */
function beyond(name) {
  if (!shipped || typeof name !== "string") return remembered(name);
  if (/^(register|on)[A-Z]/.test(name)) return open(remembered(name));
  return RUNNING.includes(name) || PARTS.includes(name) ? standIn(`api.${name}`) : undefined;
}

/** What plugins log goes where console output goes. */
function logger() {
  const { log, warn, error } = console;
  return { debug: log, trace: log, info: log, warn, error, log };
}

/** Plugins register more than hooks (tools, commands). Nothing of that is run, and none of it is an error. */
function remembered(name) {
  return (...given) => {
    if (typeof name !== "string" || !name.startsWith("register")) return;
    for (const called of new Set(namesIn(...given))) others.push({ call: name, name: called });
  };
}

/** By what it is called: what is registered says so itself, and of a function what is given beside it. */
function namesIn(it, more) {
  const own = typeof it === "function" ? [] : [it?.name ?? it?.id ?? it?.path ?? it?.method ?? it?.plugin?.id ?? it];
  const { name, names, commands, descriptors } = typeof more === "object" ? (more ?? {}) : {};
  const beside = [name, names, commands, Array.isArray(descriptors) ? descriptors.map((one) => one?.name) : []];
  return [...own, ...beside.flat()].filter((called) => typeof called === "string" && called !== "");
}

/** A part of the agent that is not here: its parts may be asked for, and calling one says its name. */
function standIn(name, parts = {}) {
  const absent = () => {
    throw plainly(`The plugin calls ${name}, which only a running agent has.`);
  };
  const get = (_, key) => {
    if (typeof key !== "string" || key === "then" || key === "toJSON") return undefined;
    const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
    // What is registered by a part of the api is remembered as what is registered by the api itself.
    if (/^register[A-Z]/.test(key) && name.startsWith("api.")) return open(remembered(key));
    if (part === undefined) return key === "version" ? "" : standIn(`${name}.${key}`);
    return part && typeof part === "object" ? standIn(`${name}.${key}`, part) : part;
  };
  return new Proxy(absent, { get });
}

const number = (it) => (Number.isFinite(it) ? it : 0);

/** The way in which shipped agents know typed hooks: `api.on(name, handler, { priority, timeoutMs, matcher })`. */
function on(event, handler, options) {
  if (typeof event !== "string") throw new TypeError("api.on: the first argument must be the name of a hook");
  if (typeof handler !== "function") throw new TypeError(`api.on: ${event} has no handler function`);
  const { timeoutMs, matcher } = options ?? {};
  const hook = { event, handler, priority: number(options?.priority), form: "typed" };
  if (Number.isFinite(timeoutMs) && timeoutMs >= 1) hook.timeout = Math.floor(timeoutMs);
  if (Array.isArray(matcher)) hook.tools = matcher.map((it) => text(it).trim().toLowerCase());
  hooks.push(hook);
}

/** Both ways: an object with `event` and `handler`, and events with a handler and options. */
function registerHook(hook, handler, options) {
  const name = options?.entry?.hook?.name ?? options?.name?.trim();
  if (shipped && !name)
    throw plainly('The plugin calls registerHook without a name. The agent ends loading there: "hook registration missing name".');
  if (typeof hook === "string" || Array.isArray(hook)) {
    if (typeof handler !== "function") throw new TypeError(`registerHook: ${hook} has no handler function`);
    // Of two with one name the first counts, and some are only to be listed.
    if (shipped && (names.has(name) || options?.register === false)) return void names.add(name);
    names.add(name);
    for (const event of [hook].flat().map((it) => text(it).trim()))
      if (event) hooks.push({ event, handler, priority: number(options?.priority), form: "internal" });
    return;
  }
  const { event, handler: own, priority } = hook ?? {};
  if (typeof event !== "string") throw new TypeError("registerHook: event must be the name of an event");
  if (typeof own !== "function") throw new TypeError(`registerHook: ${event} has no handler function`);
  hooks.push({ event, handler: own, priority: number(priority), form: "object" });
}

function listed() {
  knownHooks = hooks.length;
  return hooks.map(({ handler: _, ...hook }) => hook);
}

/** How a call went, and how long the handler itself took. */
async function called(handler, ...given) {
  const began = now();
  try {
    const returned = handler(...given);
    const promise = typeof returned?.then === "function";
    return { value: promise ? await returned : returned, promise, took: now() - began };
  } catch (error) {
    return { failed: { ...told(error), took: now() - began } };
  }
}

async function handle(event, run = handler) {
  const before = stringify(event.context);
  const given = event.messages ?? [];
  event.messages = [...given];
  if (event.timestamp !== undefined) event.timestamp = new Date(event.timestamp);
  const { failed, took } = await called(run, event);
  const said = failed ?? { took };
  // All handlers share one list: one that only adds to it says what, any other says what is left of it.
  const messages = Array.isArray(event.messages) ? Array.from(event.messages, joined) : [];
  const added = given.every((it, place) => messages[place] === it);
  said.messages = added ? messages.slice(given.length) : [];
  if (!added) said.all = messages;
  const context = plain(event.context);
  if (context !== undefined && context !== before) said.context = parse(context);
  return failed ? { error: said } : { done: said };
}

async function hook({ handle: place, event, context, merged }) {
  const found = hooks[place];
  if (found?.event !== event)
    throw plainly(`The plugin was restarted since, and has not registered its hook for ${event} again.`);
  if (found.form === "typed") return await typed(found, context, merged);
  if (found.form === "internal") return await handle(context, (given) => internal(found, given));
  const given = { ...context, event };
  const before = plain(given);
  const { failed, value, took } = await called(found.handler, given);
  if (failed) return { error: failed };
  const done = { messages: [], took };
  if (value?.block) done.block = value.reason === undefined ? "" : String(value.reason);
  else if (value?.data !== undefined) done.context = parse(plain(value.data) ?? "null");
  // By the text only what is returned counts.
  else if (plain(given) !== before) done.changed = true;
  return { done };
}

/** A handler for an event of HOOK.md: a copy of the event, with its own context, and the settings in there in the meantime. */
async function internal({ handler }, event) {
  const { context } = event;
  const before = Object.getOwnPropertyDescriptor(context, "pluginConfig");
  context.pluginConfig = settings;
  try {
    return await handler({ ...event, context });
  } finally {
    delete context.pluginConfig;
    if (before) Object.defineProperty(context, "pluginConfig", before);
  }
}

/** A handler of the shipped form: `(event, context)`, with an answer of its own words. */
async function typed({ handler }, { data, event: _, ...context }, merged) {
  const given = data && typeof data === "object" ? data : {};
  const key = ["params", "args", "arguments"].find((name) => given[name] !== undefined);
  const params = key ? given[key] : context.args;
  const toolName = context.toolName ?? given.tool;
  const names = { ...(params === undefined ? {} : { params }), ...(toolName === undefined ? {} : { toolName }) };
  const event = parse(plain({ ...context, ...given, ...names }));
  const before = plain(event);
  const { failed, value, promise, took } = await called(handler, event, { ...context });
  if (failed) return { error: failed };
  const done = { messages: [], took };
  if (merged) {
    const { value: said, left } = { value: parse(plain(value) ?? "null"), left: leftOf(event, given, key, { ...context, ...names }) };
    done.returned = { promise, ...(value === undefined ? {} : { value: said }), ...(plain(event) === before ? {} : { left }) };
    return { done };
  }
  if (!value || typeof value !== "object") return { done };
  const { block, cancel, reason, blockReason, cancelReason } = value;
  if (block || cancel) return { done: { ...done, block: text(blockReason ?? cancelReason ?? reason ?? "") } };
  const next = { ...given };
  if (value.params !== undefined) next[key ?? "params"] = value.params;
  for (const name of ["content", "message", "prependContext", "systemPrompt"])
    if (value[name] !== undefined) next[name] = value[name];
  const changed = plain(next);
  if (changed !== undefined && changed !== plain(given)) done.context = parse(changed);
  return { done };
}

/** The data as a handler left them: without what was put beside them, and under their own names. */
function leftOf(event, given, key, beside) {
  const left = parse(plain(event));
  if (key && key !== "params") left[key] = left.params;
  for (const name of Object.keys(beside)) if (name !== key && !(name in given)) delete left[name];
  return left;
}

/** As a message is shown: agents join them to one text. */
function joined(it) {
  try {
    return it === undefined || it === null ? "" : String(it);
  } catch {
    return text(it);
  }
}

/** JSON of anything: what JSON cannot say becomes text, or is left out. */
function plain(value) {
  try {
    return stringify(value);
  } catch {
    const above = [];
    return stringify(value, function (_, it) {
      if (typeof it === "bigint") return it.toString();
      if (typeof it !== "object" || it === null) return it;
      while (above.length > 0 && above.at(-1) !== this) above.pop();
      if (above.includes(it)) return "[Circular]";
      above.push(it);
      return it;
    });
  }
}

const text = (it) => (typeof it === "string" ? it : (plain(it) ?? String(it)));

const plainly = (message) => Object.assign(new Error(message), { name: "" });

function told(error) {
  // bun's list of the mistakes in a text that it could not read.
  const mistake = Array.isArray(error?.errors) && error.errors.find((it) => it?.position);
  if (mistake) {
    const { file, line, column } = mistake.position;
    const place = `${file.split(/[\\/]/).at(-1)}:${line}:${column}`;
    return { name: "SyntaxError", message: `${place}: ${mistake.message}`, stack: "" };
  }
  if (!(error instanceof Error) && typeof error?.stack !== "string")
    return { name: "", message: `Thrown: ${text(error)}`, stack: "" };
  return { name: text(error.name ?? "Error"), message: text(error.message ?? ""), stack: text(error.stack ?? "") };
}

function say(answer, then) {
  const { id } = answer.done ?? answer.error ?? {};
  let line;
  try {
    line = stringify(answer);
  } catch (error) {
    line = stringify({ __proto__: null, error: { ...told(error), id } });
  }
  if (line.length * 3 > limit && Buffer.byteLength(line) > limit) {
    const message = `The handler's messages and context are too long: ${Buffer.byteLength(line)} bytes, and ${limit} are allowed.`;
    line = stringify({ __proto__: null, error: { name: "", message, stack: "", id } });
  }
  const nonce = nonces[answers];
  answers += 1;
  socket.write(`${nonce} ${line}\n`, then);
}

function crash(what, error) {
  if (crashed) return;
  crashed = true;
  say({ __proto__: null, error: { ...told(error), what } }, () => exit(1));
}
