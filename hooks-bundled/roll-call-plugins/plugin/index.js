// SPDX-License-Identifier: MIT
// At every moment that plugins can listen to: one line that says that it came, for Tacklebox. The names of what came with
// it, never the values.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

const LARGEST = 100 * 1024;
const MOST_KEYS = 200;
const MOST_FIELDS = 40;

/** A handler that changes nothing: it answers nothing, at once, as some moments do not wait and others take an answer for a no. */
const heard = (key) => (event) => {
  // A trial in Tacklebox does not count.
  if (variable("TACKLEBOX_RUN") !== undefined) return;
  try {
    note({ agent: "openclaw", key, at: new Date().toISOString(), fields: fieldsOf(event) });
  } catch {
    // Nothing of this may disturb the agent.
  }
};

function fieldsOf(event) {
  if (event === null || typeof event !== "object") return [];
  const names = Object.keys(event).filter((name) => /^[A-Za-z_][\w.-]{0,59}$/.test(name));
  return names.slice(0, MOST_FIELDS);
}

/** Where Tacklebox keeps its own data. */
function dataFolder() {
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "tacklebox");
  if (process.platform === "win32") return join(variable("LOCALAPPDATA") ?? join(homedir(), "AppData", "Local"), "tacklebox");
  const named = variable("XDG_DATA_HOME");
  return join(named !== undefined && isAbsolute(named) ? named : join(homedir(), ".local", "share"), "tacklebox");
}

/** Written at once: the last moments come while the program ends. */
function note(line) {
  const folder = join(dataFolder(), "seen");
  const file = join(folder, `${line.agent}.jsonl`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST) fold(file);
  appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** A file that has grown becomes one line for each moment, with how often it came: nothing that was heard is forgotten. */
function fold(file) {
  const old = `${file}.${process.pid}`;
  renameSync(file, old);
  const heard = new Map();
  for (const text of readFileSync(old, "utf8").split("\n")) {
    const line = parse(text);
    if (line === undefined) continue;
    const earlier = heard.get(line.key);
    const fields = [...new Set([...(earlier?.fields ?? []), ...line.fields])].slice(0, MOST_FIELDS);
    const at = earlier !== undefined && earlier.at > line.at ? earlier.at : line.at;
    heard.set(line.key, { ...line, at, fields, count: (earlier?.count ?? 0) + line.count });
  }
  const latest = [...heard.values()].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST_KEYS);
  appendFileSync(file, latest.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
  rmSync(old, { force: true });
}

/** A line that was torn or changed by hand is skipped. */
function parse(text) {
  try {
    const { agent, key, at, fields, count } = JSON.parse(text);
    const right = [agent, key, at].every((each) => typeof each === "string") && Array.isArray(fields);
    if (!right) return undefined;
    return { agent, key, at, fields: fields.filter((name) => typeof name === "string"), count: Number.isSafeInteger(count) ? count : 1 };
  } catch {
    return undefined;
  }
}

function variable(name) {
  const value = process.env[name];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export default {
  id: "roll-call-plugins",
  name: "Roll call of plugins",

  register(api) {
    api.on("after_compaction", heard("after_compaction"));
    api.on("after_tool_call", heard("after_tool_call"));
    api.on("agent_end", heard("agent_end"));
    api.on("agent_turn_prepare", heard("agent_turn_prepare"));
    api.on("before_agent_finalize", heard("before_agent_finalize"));
    api.on("before_agent_reply", heard("before_agent_reply"));
    api.on("before_agent_run", heard("before_agent_run"));
    api.on("before_compaction", heard("before_compaction"));
    api.on("before_dispatch", heard("before_dispatch"));
    api.on("before_install", heard("before_install"));
    api.on("before_message_write", heard("before_message_write"));
    api.on("before_model_resolve", heard("before_model_resolve"));
    api.on("before_prompt_build", heard("before_prompt_build"));
    api.on("before_reset", heard("before_reset"));
    api.on("before_tool_call", heard("before_tool_call"));
    api.on("channel_pairing_requested", heard("channel_pairing_requested"));
    api.on("cron_changed", heard("cron_changed"));
    api.on("cron_reconciled", heard("cron_reconciled"));
    api.on("gateway_start", heard("gateway_start"));
    api.on("gateway_stop", heard("gateway_stop"));
    api.on("heartbeat_prompt_contribution", heard("heartbeat_prompt_contribution"));
    api.on("inbound_claim", heard("inbound_claim"));
    api.on("llm_input", heard("llm_input"));
    api.on("llm_output", heard("llm_output"));
    api.on("message_received", heard("message_received"));
    api.on("message_sending", heard("message_sending"));
    api.on("message_sent", heard("message_sent"));
    api.on("model_call_ended", heard("model_call_ended"));
    api.on("model_call_started", heard("model_call_started"));
    api.on("reply_dispatch", heard("reply_dispatch"));
    api.on("reply_payload_sending", heard("reply_payload_sending"));
    api.on("resolve_exec_env", heard("resolve_exec_env"));
    api.on("session_end", heard("session_end"));
    api.on("session_start", heard("session_start"));
    api.on("skill_changed", heard("skill_changed"));
    api.on("skill_proposal_changed", heard("skill_proposal_changed"));
    api.on("skill_proposal_evaluate", heard("skill_proposal_evaluate"));
    api.on("subagent_delivery_target", heard("subagent_delivery_target"));
    api.on("subagent_ended", heard("subagent_ended"));
    api.on("subagent_progress", heard("subagent_progress"));
    api.on("subagent_spawned", heard("subagent_spawned"));
    api.on("tool_result_persist", heard("tool_result_persist"));
  },
};
