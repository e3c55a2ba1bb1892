// SPDX-License-Identifier: MIT
// After each use of a tool: one line in a log that only its user can read.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// --- ask: the same text in every included plugin that waits for its script ---
/** Asks the script beside this file. Status 1 is a no, and what it printed to stderr is why. */
function ask(event, variables = []) {
  const script = fileURLToPath(new URL("./run.sh", import.meta.url));
  return new Promise((done, failed) => {
    const child = spawn("env", [...variables, "sh", script], { stdio: ["pipe", "pipe", "pipe"], timeout: 20_000 });
    const parts = { stdout: [], stderr: [] };
    for (const name of ["stdout", "stderr"]) child[name].on("data", (part) => parts[name].push(part));
    child.on("error", failed);
    child.stdin.on("error", () => {}); // it ended before it had read all
    child.on("close", (status) => {
      const text = (name) => Buffer.concat(parts[name]).toString("utf8").trim();
      if (status === 0 || status === 1) done({ no: status === 1, out: text("stdout"), why: text("stderr") });
      else failed(new Error(text("stderr") || `sh ended with ${status}`));
    });
    child.stdin.end(JSON.stringify(event));
  });
}
// --- end of ask ---

export default {
  id: "tool-logger",
  name: "Tool logger",

  register(api) {
    const { file = "~/.openclaw/logs/tools.log", arguments: all = false } = api.pluginConfig ?? {};
    const log = file.startsWith("~/") ? join(homedir(), file.slice(2)) : file;
    const variables = [`LOG_FILE=${log}`, `TOOL_LOGGER_ARGUMENTS=${all ? 1 : 0}`];

    api.on("after_tool_call", async (event, context) => {
      try {
        await ask(
          {
            event: "AfterToolCall",
            session_id: context?.sessionKey ?? "",
            tool_name: event.toolName,
            success: event.error === undefined,
            duration_ms: event.durationMs,
            data: { arguments: event.params },
          },
          variables,
        );
      } catch (error) {
        api.logger.warn(`tool-logger: a call was not written down: ${error.message}`);
      }
    });
  },
};
