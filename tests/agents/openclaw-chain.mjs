// Runs the handlers of plugins through OpenClaw's own runner of typed hooks: by Node, in a process of its own.
//
//   node openclaw-chain.mjs '{"dist": "<its dist folder>", "chains": [{ "plugins": {id: file}, "run": "runBeforeToolCall", "event": {} }]}'
//
// The plugins register with an `api` that knows `on` alone. The answer is one line of JSON: for each chain the
// result, or why it was refused, and which handlers were called.
import { pathToFileURL } from "node:url";
import { finder } from "./chunks.mjs";

const { dist, chains } = JSON.parse(process.argv[2]);
const find = finder(dist);
// The one that the agent itself uses, with its own rules for handlers that fail.
const set = await find("initializeGlobalHookRunner");
const get = await find("getGlobalHookRunner");

const answers = [];
for (const { plugins, run, event } of chains) {
  const typedHooks = [];
  globalThis.__called = [];
  for (const [pluginId, file] of Object.entries(plugins)) {
    const on = (hookName, handler, opts) =>
      typedHooks.push({ pluginId, hookName, handler, priority: opts?.priority, timeoutMs: opts?.timeoutMs, matcher: opts?.matcher });
    (await import(pathToFileURL(file).href)).default.register({ on, logger: console });
  }
  const registry = { hooks: [], typedHooks, plugins: Object.keys(plugins).map((id) => ({ id, status: "loaded" })) };
  set(registry);
  const runner = get();
  const answer = {};
  try {
    answer.result = (await runner[run](structuredClone(event), {})) ?? null;
  } catch (error) {
    answer.refused = String(error.message);
  }
  answers.push({ ...answer, called: globalThis.__called });
}
process.stdout.write(`${JSON.stringify({ chains: answers })}\n`);
process.exit(0);
