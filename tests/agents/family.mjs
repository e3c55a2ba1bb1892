// Asks the hook loader of Milady or Eliza, as it was published, about one home: run by bun, in a
// process of its own, with HOME and the environment of that home and nothing else.
//
//   bun family.mjs '{"src": "<the loader's src folder>", "workspace": "<its module of workspaces>", "send": [...]}'
//
// It does what the agent's own start does (runtime/eliza.js): its config loader, its variables, its hook loader,
// its events. The answer is one line of JSON on stdout.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { started } from "./family-start.mjs";
import { waited } from "./waited.mjs";

const { src, workspace, send } = JSON.parse(process.argv[2]);
const lines = [];
globalThis.__hookLog = (level, args) => {
  lines.push({ level, text: args.map((arg) => (typeof arg === "string" ? arg : String(arg))).join(" ") });
};
// A handler that prints must not spoil the answer.
const say = process.stdout.write.bind(process.stdout);
for (const level of ["log", "info", "warn", "error", "debug"]) console[level] = () => {};

const answer = { configRefused: null, died: null, hooks: [], legacy: [], skipped: [], failed: [], fires: {} };
const load = (file) => {
  const at = [join(src, file), join(src, `${file}.js`), join(src, `${file}.ts`)].find((path) => existsSync(path));
  return import(pathToFileURL(at).href);
};
const words = (error) => (error instanceof Error ? error.message : String(error));

let told = false;
const tell = () => {
  if (told) return;
  told = true;
  for (const { text } of lines) {
    const hook = /^\[hooks\] .*? ?Registered: (.*) -> (.*)$/su.exec(text);
    if (hook) answer.hooks.push({ name: hook[1], events: hook[2].split(", ") });
    const legacy = /^\[hooks\] Registered legacy handler: (.*?) -> (.*)$/u.exec(text);
    if (legacy) answer.legacy.push({ event: legacy[1], module: legacy[2] });
  }
  answer.log = lines.filter(({ level }) => level !== "debug").map(({ text }) => text);
  say(`${JSON.stringify(answer)}\n`);
};
// A handler that ends the process has ended the agent too; what was said before counts.
process.on("exit", tell);

const run = async () => {
  const { loadElizaConfig } = await load("config/config.js");
  let config;
  try {
    config = loadElizaConfig();
  } catch (error) {
    answer.configRefused = words(error);
    return;
  }
  const { resolveDefaultAgentWorkspaceDir } = await load(workspace);
  try {
    // As the agent, which makes its workspace before it loads hooks.
    config.agents?.defaults?.workspace?.trim();
  } catch (error) {
    answer.configRefused = words(error);
    return;
  }
  await started(src, config);
  const { loadHooks, triggerHook, createHookEvent } = await load("hooks/index.js");
  let result;
  try {
    const workspacePath = config.agents?.defaults?.workspace ?? resolveDefaultAgentWorkspaceDir();
    result = await waited(loadHooks({ workspacePath, internalConfig: config.hooks?.internal, elizaConfig: config }), "its loader");
    answer.skipped = result.skipped;
    answer.failed = result.failed;
  } catch (error) {
    // As the agent, whose start sends its event behind the loader, in one try: it sends none.
    answer.died = words(error);
    return;
  }
  for (const key of send) {
    const at = key.indexOf(":");
    const [type, action] = at < 0 ? [key, ""] : [key.slice(0, at), key.slice(at + 1)];
    const event = createHookEvent(type, action, "system", { cfg: config });
    await waited(triggerHook(event), key).catch(() => {});
    if (event.messages.length > 0) answer.fires[key] = event.messages;
  }
};

await run();
tell();
process.exit(0);
