// The hooks that ship as plugins of OpenClaw: registered and called as OpenClaw 2026.9.6 calls them.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { HOOKS, newHome } from "./helper.mjs";

/** Placed as an installation does: the plugin's own files, and the scripts of ZeroClaw's shape. */
async function load(t, name, config = {}) {
  const home = newHome(t);
  const folder = join(home, ".openclaw", "extensions", name);
  cpSync(join(HOOKS, name, "plugin"), folder, { recursive: true });
  const scripts = join(HOOKS, name, "zeroclaw");
  for (const file of existsSync(scripts) ? readdirSync(scripts) : [])
    if (/\.(sh|awk)$/.test(file)) cpSync(join(HOOKS, name, "zeroclaw", file), join(folder, file));
  const hooks = new Map();
  const warned = [];
  const api = {
    pluginConfig: config,
    config: {},
    logger: { info() {}, warn: (text) => warned.push(text) },
    on: (key, handler, { priority = 0 } = {}) => hooks.set(key, { handler, priority }),
  };
  const { default: plugin } = await import(pathToFileURL(join(folder, "index.js")).href);
  const manifest = JSON.parse(readFileSync(join(folder, "openclaw.plugin.json"), "utf8"));
  assert.equal(plugin.id, manifest.id);
  assert.equal(manifest.id, name);
  plugin.register(api);
  const call = (key, event, context = { sessionKey: "agent:main:main" }) => hooks.get(key).handler(event, context);
  return { home, hooks, warned, call };
}

const exec = (command) => ({ toolName: "exec", params: { command } });

test("block-dangerous-commands stops what would wipe the computer, and nothing else", async (t) => {
  const { call, hooks, warned } = await load(t, "block-dangerous-commands");
  assert.equal(hooks.get("before_tool_call").priority, 100);
  const stopped = await call("before_tool_call", exec("sudo rm -rf /"));
  assert.equal(stopped.block, true);
  assert.match(stopped.blockReason, /Blocked a dangerous command/);
  assert.equal(await call("before_tool_call", exec("ls -la")), undefined);
  assert.equal(await call("before_tool_call", exec('grep "rm -rf /" notes.md')), undefined);
  assert.deepEqual(warned, []);
});

test("sandbox-writes keeps files in the workspace, or in the folders that are set", async (t) => {
  const { call, home, warned } = await load(t, "sandbox-writes");
  const workspace = join(home, "work");
  mkdirSync(workspace);
  const context = { workspaceDir: workspace };
  const write = (path) => ({ toolName: "write", params: { path, content: "x" } });
  assert.equal(await call("before_tool_call", write("notes.md"), context), undefined);
  assert.equal(await call("before_tool_call", write(join(workspace, "a.md")), context), undefined);
  assert.equal((await call("before_tool_call", write("../x"), context)).block, true);
  assert.equal((await call("before_tool_call", write("/etc/passwd"), context)).block, true);
  symlinkSync("/etc", join(workspace, "link"));
  assert.equal((await call("before_tool_call", write("link/passwd"), context)).block, true);
  assert.equal(await call("before_tool_call", { toolName: "read", params: { path: "/etc/passwd" } }, context), undefined);
  assert.deepEqual(warned, []);
});

test("sandbox-writes takes folders from its settings, and needs no workspace", async (t) => {
  const { call, home, warned } = await load(t, "sandbox-writes", { folders: ["~/notes"] });
  mkdirSync(join(home, "notes"));
  const write = (path) => ({ toolName: "edit", params: { path } });
  assert.equal(await call("before_tool_call", write(join(home, "notes", "a.md"))), undefined);
  assert.equal((await call("before_tool_call", write(join(home, "other.md")))).block, true);
  assert.deepEqual(warned, []);
});

const KEY = "sk-0123456789abcdef0123456789abcdef";

test("redact-secrets looks at results and at answers, and waits for nothing", async (t) => {
  const { call, warned } = await load(t, "redact-secrets");
  const content = [{ type: "text", text: `key ${KEY}` }, { type: "text", text: "plain" }];
  const message = { role: "toolResult", toolName: "exec", content };
  // Not a promise: OpenClaw does not wait for one here.
  const kept = call("tool_result_persist", { toolName: "exec", message });
  assert.deepEqual(kept.message.content, [{ type: "text", text: "key [REDACTED]" }, { type: "text", text: "plain" }]);
  assert.equal(kept.message.role, "toolResult");
  assert.equal(call("tool_result_persist", { toolName: "exec", message: { ...message, content: [{ type: "text", text: "plain" }] } }), undefined);
  assert.deepEqual(call("message_sending", { to: "ana", content: `take ${KEY}` }), { content: "take [REDACTED]" });
  assert.equal(call("message_sending", { to: "ana", content: "hello" }), undefined);
  assert.deepEqual(warned, []);
});

test("tool-logger adds one line for its user alone", async (t) => {
  const { call, home, warned } = await load(t, "tool-logger", { arguments: true });
  await call("after_tool_call", { toolName: "exec", params: { command: `curl -H 'Authorization: Bearer ${KEY}'` }, durationMs: 12 });
  await call("after_tool_call", { toolName: "write", params: {}, error: "no" });
  const log = join(home, ".openclaw", "logs", "tools.log");
  const lines = readFileSync(log, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map(({ tool, success }) => [tool, success]), [["exec", true], ["write", false]]);
  assert.equal(lines[0].session, "agent:main:main");
  assert.equal(lines[0].duration_ms, 12);
  assert.doesNotMatch(lines[0].arguments, /0123456789abcdef/);
  assert.equal(statSync(log).mode & 0o777, 0o600);
  assert.deepEqual(warned, []);
});

test("tool-logger writes to the file that is set, without what was given to the tool", async (t) => {
  const { call, home } = await load(t, "tool-logger", { file: "~/own.log" });
  await call("after_tool_call", { toolName: "exec", params: { command: "ls" } });
  const line = JSON.parse(readFileSync(join(home, "own.log"), "utf8"));
  assert.equal(line.tool, "exec");
  assert.equal(line.arguments, undefined);
});

/** What Roll call of plugins wrote. */
const seen = (home) => join(home, ".local", "share", "tacklebox", "seen", "openclaw.jsonl");
const heard = (home) => readFileSync(seen(home), "utf8").trim().split("\n").map((line) => JSON.parse(line));

test("roll-call-plugins answers nothing at any moment, at once, and writes names and no value", { skip: process.platform !== "linux" }, async (t) => {
  delete process.env.XDG_DATA_HOME;
  const { call, home, hooks, warned } = await load(t, "roll-call-plugins");
  assert.equal(hooks.size, 42);
  const event = { toolName: "exec", params: { key: KEY }, "a b": "private", message: { content: "private" } };
  // A promise, or null, would be an answer at some of them.
  for (const key of hooks.keys()) assert.equal(call(key, event), undefined, key);
  for (const odd of [undefined, null, "text", 3, []]) assert.equal(call("before_agent_run", odd), undefined);
  const lines = heard(home);
  assert.deepEqual(lines.slice(0, 42).map(({ key }) => key), [...hooks.keys()]);
  assert.deepEqual({ ...lines[0], at: "" }, { agent: "openclaw", key: "after_compaction", at: "", fields: ["toolName", "params", "message"] });
  assert.doesNotMatch(readFileSync(seen(home), "utf8"), /private|sk-0/);
  assert.equal(statSync(seen(home)).mode & 0o777, 0o600);
  assert.deepEqual(warned, []);
});

test("roll-call-plugins folds what has grown, and what cannot be written disturbs nobody", { skip: process.platform !== "linux" }, async (t) => {
  delete process.env.XDG_DATA_HOME;
  const { call, home } = await load(t, "roll-call-plugins");
  call("gateway_start", { port: 1 });
  writeFileSync(seen(home), `${readFileSync(seen(home), "utf8")}torn {\n`);
  for (let at = 0; at < 2000; at++) call("model_call_started", { model: "x", runId: "y" });
  assert.ok(statSync(seen(home)).size < 110 * 1024);
  const count = (key) => heard(home).filter((line) => line.key === key).reduce((sum, line) => sum + (line.count ?? 1), 0);
  assert.deepEqual([count("gateway_start"), count("model_call_started")], [1, 2000]);
  process.env.TACKLEBOX_RUN = "1";
  t.after(() => delete process.env.TACKLEBOX_RUN);
  call("session_end", {});
  assert.equal(count("session_end"), 0);
  delete process.env.TACKLEBOX_RUN;
  const other = newHome(t);
  writeFileSync(join(other, ".local"), "a file");
  assert.equal(call("session_end", {}), undefined);
});
