// Asks the hook loader of OpenClaw, as it was published, about one home: run by a Node that it supports,
// in a process of its own, with HOME and the environment of that home and nothing else.
//
//   node openclaw.mjs '{"dist": "<its dist folder>", "send": ["gateway:startup"]}'
//
// It does what the gateway does when it starts: its config, its workspace, its loader, its events.
import { finder } from "./chunks.mjs";
import { waited } from "./waited.mjs";

const { dist, send } = JSON.parse(process.argv[2]);
const say = process.stdout.write.bind(process.stdout);
let said = "";
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (text) => {
    said += text;
    return true;
  };
}
const answer = { configRefused: null, died: null, hooks: [], failed: [], warned: [], fires: {} };
let told = false;
/** All hooks are loaded, and what comes right after that did not end it. */
let loaded = false;
let over = false;
const tell = () => {
  if (told) return;
  told = true;
  // It ended before all was asked, and the whole agent with it.
  if (!over) answer.died ??= "the program ended";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal.
  const lines = said.replaceAll(/\u001b\[[0-9;]*m/g, "").split("\n");
  for (const line of lines) {
    const hook = /(?:Prepared|Registered) hook: (.*?) -> (.*?)(?: \(export: .*\))?$/.exec(line);
    if (hook && loaded) answer.hooks.push({ name: hook[1], events: hook[2].split(", ") });
    const failed = /Failed to load hook (.*?): (.*)$/.exec(line);
    if (failed) answer.failed.push({ name: failed[1], why: failed[2] });
    const never = /(Hook '.*' subscribes to event.*)$/.exec(line);
    if (never) answer.warned.push(never[1]);
  }
  if (process.env.TACKLEBOX_ASK_VERBOSE) answer.log = lines;
  say(`${JSON.stringify(answer)}\n`);
};
process.on("exit", tell);
// As its program does: an error that nobody catches ends it.
process.on("uncaughtException", () => process.exit(1));
const words = (error) => (error instanceof Error ? error.message : String(error));

const find = finder(dist);

/** What comes right after a module is loaded comes within so many milliseconds. */
const SOON = 120;
const run = async () => {
  (await find("installUnhandledRejectionHandler").catch(() => null))?.();
  const loadConfig = await find("loadConfig");
  let config;
  try {
    config = loadConfig();
  } catch (error) {
    answer.configRefused = words(error);
    return;
  }
  const configured = await find("tryResolveConfiguredAgentWorkspaceDir").catch(() => null);
  const usual = await find("resolveDefaultAgentWorkspaceDir").catch(() => null);
  const workspace =
    configured && usual
      ? (configured(config, process.env) ?? usual(process.env))
      : (await find("resolveAgentWorkspaceDir"))(config, (await find("resolveDefaultAgentId"))(config));
  try {
    const prepare = await find("prepareInternalHooks", "src/hooks/loader.ts").catch(() => null);
    if (prepare) (await waited(prepare(config, workspace, { failureMode: "best-effort" }), "its loader")).commit({ initial: true });
    else await waited((await find("loadInternalHooks", "src/hooks/loader.ts"))(config, workspace), "its loader");
  } catch (error) {
    answer.died = words(error);
  }
  await new Promise((done) => setTimeout(done, SOON));
  loaded = true;
  const trigger = await find("triggerInternalHook", "src/hooks/internal-hooks.ts");
  const create = await find("createInternalHookEvent", "src/hooks/internal-hooks.ts");
  for (const key of send) {
    const at = key.indexOf(":");
    const [type, action] = at < 0 ? [key, ""] : [key.slice(0, at), key.slice(at + 1)];
    const event = create(type, action, "agent:main:main", { cfg: config, workspaceDir: workspace });
    await waited(trigger(event), key).catch(() => {});
    if (event.messages.length > 0) answer.fires[key] = event.messages;
  }
};

try {
  await run();
} catch (error) {
  answer.broke = words(error);
}
over = true;
tell();
process.exit(0);
