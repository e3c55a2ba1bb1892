// One hook's module, run by the user's own JavaScript runtime. The engine starts this file with the place
// of a socket, sends one JSON object a line, and gets one back for each. Nothing of the protocol goes
// over stdin, stdout or stderr: those belong to the hook.
import * as modules from "node:module";
import { Buffer } from "node:buffer";
import { connect } from "node:net";
import { pathToFileURL } from "node:url";

// `process` is not imported: on Node that alone would make stdout and stderr pipes that do not block, for
// the hook's own programs too.

// A hook may replace globals. It then harms its own run, and never how that is told.
const { parse, stringify } = JSON;
const later = setImmediate;
const exit = process.exit.bind(process);

const socket = connect(process.argv[2]);
process.argv.splice(2);

/** The longest line that the engine takes, in bytes; it says so itself when it loads a module. */
let limit = 0;
/** What the module gave: its handler, or the hooks that the plugin registered so far. */
let handler;
const hooks = [];
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

let pieces = [];
socket.setEncoding("utf8");
socket.on("data", (text) => {
  const end = text.indexOf("\n");
  if (end < 0) return void pieces.push(text);
  const line = pieces.join("") + text.slice(0, end);
  pieces = [text.slice(end + 1)];
  answer(parse(line));
});
// The engine is done with this worker, or gone itself.
socket.on("close", () => exit(0));
socket.on("error", () => exit(0));

process.on("uncaughtException", (error) => crash("It threw outside of its call", error));
process.on("unhandledRejection", (error) => crash("A promise was rejected and nobody looked", error));

async function answer(request) {
  let said;
  try {
    if (request.load) said = { loaded: await load(request.load) };
    else if (request.event) said = { done: await handle(request.event) };
    else said = { done: await hook(request.hook) };
  } catch (error) {
    said = { error: told(error) };
  }
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
  process.argv[1] = request.file;
  await customize(request);
  const url = pathToFileURL(request.file).href;
  const module = request.commonjs ? required(request.file) : await import(url);
  if (request.plugin !== null) await register(module, request.plugin);
  else handler = picked(module, request.export);
  if (request.gateway !== null) registerHook({ event: request.gateway, handler });
  return { hooks: listed() };
}

/** Node and deno get the modules that the engine has read for them; bun reads all of them by itself. */
async function customize({ sources, links }) {
  if (!sources) return;
  const url = (path) => pathToFileURL(path).href;
  const data = {
    inThread: Boolean(modules.registerHooks),
    sources: Object.fromEntries(Object.entries(sources).map(([path, it]) => [url(path), it])),
    links: Object.fromEntries(
      Object.entries(links).map(([path, to]) => [
        url(path),
        Object.fromEntries(Object.entries(to).map(([name, target]) => [name, url(target)])),
      ]),
    ),
  };
  process.setSourceMapsEnabled?.(true);
  const own = new URL("./hooks.mjs", import.meta.url);
  const { initialize, extensions, ...callbacks } = await import(own.href);
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

function picked(module, name) {
  // What a module of the other kind exports may be a level deeper.
  const found = [module[name], module.default?.[name]].find((it) => typeof it === "function");
  if (found) return found;
  const names = Object.keys(module).map((it) => `"${it}"`);
  const has = names.length > 0 ? `It exports ${names.join(", ")}.` : "It exports nothing.";
  throw plainly(`The module exports no function named "${name}". ${has}`);
}

async function register(module, { id, config, pluginConfig }) {
  const entry = [module.register, module.default?.register, module.default?.default, module.default].find(
    (it) => typeof it === "function",
  );
  if (!entry) throw plainly('The plugin exports neither a function "register" nor a default function.');
  const known = { id, name: id, config, pluginConfig, logger: console, registerHook };
  // Plugins register more than hooks (tools, commands). None of that is there, and none of it is an error.
  await entry(new Proxy(known, { get: (api, name) => (name in api ? api[name] : () => undefined) }));
}

function registerHook(hook) {
  const { event, handler, priority = 0 } = hook ?? {};
  if (typeof event !== "string") throw new TypeError("registerHook: event must be the name of an event");
  if (typeof handler !== "function") throw new TypeError(`registerHook: ${event} has no handler function`);
  hooks.push({ event, handler, priority: Number.isFinite(priority) ? priority : 0 });
}

function listed() {
  knownHooks = hooks.length;
  return hooks.map(({ event, priority }) => ({ event, priority }));
}

async function handle(event) {
  const before = stringify(event.context);
  const given = event.messages ?? [];
  event.messages = [...given];
  if (event.timestamp !== undefined) event.timestamp = new Date(event.timestamp);
  await handler(event);
  const context = plain(event.context);
  const messages = Array.isArray(event.messages) ? event.messages : [];
  // What earlier handlers pushed is not this one's.
  let own = 0;
  while (own < given.length && messages[own] === given[own]) own += 1;
  const done = { messages: messages.slice(own).map(text) };
  if (context !== undefined && context !== before) done.context = parse(context);
  return done;
}

async function hook({ handle, event, context }) {
  const found = hooks[handle];
  if (found?.event !== event)
    throw plainly(`The plugin was restarted since, and has not registered its hook for ${event} again.`);
  const value = await found.handler({ ...context, event });
  const done = { messages: [] };
  if (value && typeof value === "object") {
    if (value.block) done.block = value.reason === undefined ? "" : String(value.reason);
    else if (value.data !== undefined) done.context = parse(plain(value.data) ?? "null");
  }
  return done;
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
  let line;
  try {
    line = stringify(answer);
  } catch (error) {
    line = stringify({ error: told(error) });
  }
  if (line.length * 3 > limit && Buffer.byteLength(line) > limit) {
    const message = `The handler's messages and context are too long: ${Buffer.byteLength(line)} bytes, and ${limit} are allowed.`;
    line = stringify({ error: { name: "", message, stack: "" } });
  }
  socket.write(`${line}\n`, then);
}

function crash(what, error) {
  if (crashed) return;
  crashed = true;
  say({ error: { ...told(error), what } }, () => exit(1));
}
