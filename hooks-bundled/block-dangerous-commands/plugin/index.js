// SPDX-License-Identifier: MIT
// Before a tool runs: stops command lines that would destroy the computer's data.
import { spawn } from "node:child_process";
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
  id: "block-dangerous-commands",
  name: "Block dangerous commands",

  register(api) {
    api.on(
      "before_tool_call",
      async (event) => {
        try {
          const { no, why } = await ask({ event: "BeforeToolCall", tool_name: event.toolName, arguments: event.params });
          if (no) return { block: true, blockReason: why };
        } catch (error) {
          api.logger.warn(`block-dangerous-commands: the command could not be checked: ${error.message}`);
        }
      },
      // Before what changes a call, so that what it says no to is what was asked for.
      { priority: 100 },
    );
  },
};
