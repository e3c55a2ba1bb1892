// Chains of plugin handlers through OpenClaw's own runner and through ours: the same result, the same handlers.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { fresh } from "./homes.mjs";
import { chain, node, openclaw } from "./openclaw-ask.mjs";
import { tacklebox } from "./tacklebox.mjs";

const VERSIONS = ["2026.9.6", "2026.8.1", "2026.7.35"];
const tool = { toolName: "exec", params: { command: "ls" } };

/** `handlers`: id, priority, body. `ends`: what is looked at of the result. */
const CHAINS = [
  { hook: "before_tool_call", event: tool, handlers: [["a", 1, "({ params: { command: 'a' } })"], ["b", 2, "({ params: { command: event.params.command + ' b' } })"]] },
  { hook: "before_tool_call", event: tool, handlers: [["a", 0.5, "({ block: true, blockReason: 'no' })"], ["b", 0.6, "({ params: { command: 'b' } })"], ["c", 0.4, "({ block: false })"]] },
  { hook: "before_tool_call", event: tool, handlers: [["a", 2, "({ params: { command: 'seen' }, requireApproval: { title: 't' } })"], ["b", 1, "({ params: { command: 'later' } })"]] },
  { hook: "before_tool_call", event: tool, handlers: [["a", 1, "{ throw new Error('broken') }"], ["b", 0, "({ params: { command: 'b' } })"]] },
  { hook: "before_tool_call", event: tool, handlers: [["a", 1, "{ event.params.command = 'in place' }"], ["b", 0, "({ params: { command: event.params.command + '!' } })"]] },
  { hook: "message_sending", event: { to: "x", content: "zero" }, handlers: [["a", 1, "({ content: event.content + ' a' })"], ["b", 0, "({ content: event.content + ' b' })"]] },
  { hook: "message_sending", event: { to: "x", content: "zero" }, handlers: [["a", 1, "({ cancel: true, cancelReason: 'no' })"], ["b", 0, "({ content: 'b' })"]] },
  { hook: "message_sending", event: { to: "x", content: "zero" }, handlers: [["a", 1, "{ throw new Error('broken') }"], ["b", 0, "({ content: 'b' })"]] },
  { hook: "message_sending", event: { to: "x", content: "zero" }, handlers: [["a", 1, "({ block: true })"], ["b", 0, "null"]] },
  { hook: "before_agent_run", event: { prompt: "hi" }, handlers: [["a", 1, "({ outcome: 'pass' })"], ["b", 0, "undefined"]] },
  { hook: "before_agent_run", event: { prompt: "hi" }, handlers: [["a", 1, "({ outcome: 'block', reason: 'no' })"], ["b", 0, "undefined"]] },
  { hook: "before_agent_run", event: { prompt: "hi" }, handlers: [["a", 1, "null"], ["b", 0, "undefined"]] },
  { hook: "before_agent_run", event: { prompt: "hi" }, handlers: [["a", 1, "{ throw new Error('broken') }"], ["b", 0, "undefined"]] },
  { hook: "before_prompt_build", event: { prompt: "hi", messages: [] }, handlers: [["a", 1, "({ systemPrompt: 'a', prependContext: 'one' })"], ["b", 0, "({ systemPrompt: 'b', prependContext: 'two', appendContext: '' })"]] },
  { hook: "before_model_resolve", event: { prompt: "hi" }, handlers: [["a", 0, "({ modelOverride: 'a' })"], ["b", 1, "({ modelOverride: null, providerOverride: 'b' })"]] },
  { hook: "tool_result_persist", event: { toolName: "exec", message: { text: "0" } }, handlers: [["a", 1, "({ message: { text: event.message.text + 'a' } })"], ["b", 0, "({ message: { text: event.message.text + 'b' } })"]] },
  { hook: "tool_result_persist", event: { toolName: "exec", message: { text: "0" } }, handlers: [["a", 1, "Promise.resolve({ message: { text: 'a' } })"], ["b", 0, "undefined"]] },
  { hook: "before_message_write", event: { message: { text: "0" } }, handlers: [["a", 1, "({ block: true })"], ["b", 0, "({ message: { text: 'b' } })"]] },
  { hook: "reply_payload_sending", event: { payload: { text: "0" } }, handlers: [["a", 1, "({ payload: { text: event.payload.text + 'a' } })"], ["b", 0, "({ payload: { text: event.payload.text + 'b' } })"]] },
  { hook: "before_agent_finalize", event: { lastAssistantMessage: "x" }, handlers: [["a", 2, "({ action: 'revise', reason: 'a' })"], ["b", 1, "({ action: 'continue' })"], ["c", 0, "({ action: 'revise', reason: 'c' })"]] },
  { hook: "resolve_exec_env", event: { command: "ls" }, handlers: [["a", 1, "({ A: '1', B: '1' })"], ["b", 0, "({ B: '2' })"]], under: "env" },
  { hook: "before_install", event: { name: "x" }, handlers: [["a", 1, "({ findings: [{ n: 1 }] })"], ["b", 0, "({ findings: [{ n: 2 }], block: true, blockReason: 'no' })"]] },
  { hook: "before_dispatch", event: { content: "x" }, handlers: [["a", 1, "({ handled: false })"], ["b", 0, "({ handled: true, text: 'b' })"], ["c", -1, "({ handled: true })"]] },
  { hook: "message_received", event: { content: "x" }, handlers: [["a", 1, "({ content: 'a' })"], ["b", 0, "{ throw new Error('broken') }"]] },
  { hook: "agent_end", event: { messages: [], success: true }, handlers: [["a", 1, "({ content: 'a' })"], ["b", 0, "{ throw new Error('broken') }"]] },
  { hook: "session_start", event: { sessionId: "s" }, handlers: [["a", 1, "({ content: 'a' })"], ["b", 0, "{ throw new Error('broken') }"]] },
  { hook: "after_tool_call", event: tool, handlers: [["a", 1, "({ content: 'a' })"], ["b", 0, "{ throw new Error('broken') }"]] },
  { hook: "gateway_start", event: { port: 1 }, handlers: [["a", 1, "({ content: 'a' })"], ["b", 0, "{ throw new Error('broken') }"]] },
  { hook: "message_sent", event: { to: "x", content: "x", success: true }, handlers: [["a", 1, "({ content: 'a' })"], ["b", 0, "{ throw new Error('broken') }"]] },
  { hook: "subagent_delivery_target", event: { x: 1 }, handlers: [["a", 1, "({ label: 'a' })"], ["b", 0, "({ origin: { channel: 'b' } })"], ["c", -1, "({ origin: { channel: 'c' } })"]] },
  { hook: "before_agent_start", only: "2026.7.35", event: { prompt: "hi" }, handlers: [["a", 1, "({ prependContext: 'one', modelOverride: 'a', toolsAllow: ['x'] })"], ["b", 0, "({ prependContext: 'two', systemPrompt: 'b', modelOverride: 'b' })"]] },
  { hook: "before_prompt_build", event: { prompt: "hi", messages: [] }, handlers: [["a", 1, "({ toolsAllow: ['x', 'y'], prependContext: 'one' })"], ["b", 0, "({ toolsAllow: ['y'] })"]] },
];

const runOf = (hook) => `run${hook.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())}`;

/** A home in which the handlers of a chain are plugins, one each. */
function lay({ hook, handlers }) {
  const it = fresh();
  const plugins = {};
  const entries = {};
  for (const [id, priority, body] of handlers) {
    const dir = join(it.home, ".openclaw", "extensions", id);
    mkdirSync(dir, { recursive: true });
    const code = body.startsWith("{ ") ? body : `{ return ${body}; }`;
    plugins[id] = join(dir, "index.mjs");
    writeFileSync(join(dir, "openclaw.plugin.json"), JSON.stringify({ id, configSchema: { type: "object" } }));
    writeFileSync(
      plugins[id],
      `export default { id: "${id}", register(api) {
  api.on("${hook}", (event) => { globalThis.__called?.push("${id}"); ${code.slice(2, -1)} }, { priority: ${priority} });
} };\n`,
    );
    writeFileSync(join(dir, "package.json"), JSON.stringify({ name: id, version: "1.0.0", openclaw: { extensions: ["./index.mjs"] } }));
    entries[id] = { enabled: true, hooks: { allowConversationAccess: true } };
  }
  writeFileSync(join(it.home, ".openclaw", "openclaw.json"), JSON.stringify({ plugins: { entries } }));
  return { it, plugins };
}

/** What ours made of it, in the words of theirs. */
function ours(it, version, { hook, event, under }) {
  const { json, stderr } = tacklebox(it, ["hooks", "fire", hook, "--agent", "openclaw", "--runtime", `openclaw=${version}`, "--data", JSON.stringify(event)]);
  assert.ok(json?.runs, `hooks fire did not answer: ${stderr}`);
  const changed = Object.fromEntries(
    Object.entries(json.data).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(event[name])),
  );
  return {
    stopped: json.outcome === "block",
    called: json.runs.filter((run) => run.outcome !== "skipped").map((run) => run.hook),
    changed: under ? (changed[under] ?? {}) : changed,
  };
}

function theirs({ hook, event }, { result, refused, called }) {
  const said = result && hook === "before_agent_run" ? result.decision : (result ?? {});
  const stopped = refused !== undefined || said.block === true || said.cancel === true || said.handled === true || said.outcome === "block";
  if (hook === "before_agent_run") return { stopped, called, changed: {} };
  const plain = JSON.parse(JSON.stringify(said));
  delete plain.requireApproval?.pluginId;
  const changed = Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(event[name])),
  );
  return { stopped, called, changed };
}

for (const version of VERSIONS)
  test(`OpenClaw ${version}: chains of plugin handlers come to the same`, { skip: absent(() => [openclaw(version), node()]) }, async (t) => {
    const laid = CHAINS.filter(({ only = version }) => only === version).map((one) => ({ ...one, ...lay(one) }));
    t.after(() => laid.forEach(({ it }) => it.done()));
    const asked = laid.map(({ hook, event, plugins }) => ({ plugins, run: runOf(hook), event }));
    const answers = await chain(version, laid[0].it.home, asked);
    const differ = [];
    laid.forEach((one, at) => {
      const [we, they] = [ours(one.it, version, one), theirs(one, answers[at])];
      const sorted = (it) => JSON.stringify({ ...it, changed: Object.fromEntries(Object.entries(it.changed).sort()) });
      if (sorted(we) !== sorted(they)) differ.push(`${one.hook} ${at}\n  ${version}: ${sorted(they)}\n  we say:   ${sorted(we)}`);
    });
    note(`openclaw ${version}`, "chains of plugin handlers", laid.length, laid.length - differ.length);
    assert.deepEqual(differ, []);
  });

