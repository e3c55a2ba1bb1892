// SPDX-License-Identifier: MIT
// Before a tool writes a file: stops it where the file is outside of the allowed folders.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
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

const whole = (folder) => (folder === "~" || folder.startsWith("~/") ? join(homedir(), folder.slice(1)) : folder);

export default {
  id: "sandbox-writes",
  name: "Sandbox writes",

  register(api) {
    const named = api.pluginConfig?.folders ?? [];
    const usual = api.config?.agents?.defaults?.workspace ?? "~/.openclaw/workspace";

    api.on(
      "before_tool_call",
      async (event, context) => {
        const workspace = whole(context?.workspaceDir ?? usual);
        const folders = named.length > 0 ? named.map(whole) : [workspace];
        // A workspace that was never written to is not there yet.
        const from = existsSync(workspace) ? workspace : homedir();
        const variables = [`ZEROCLAW_WORKSPACE=${from}`, `SANDBOX_DIR=${folders.join(":")}`];
        try {
          const call = { event: "BeforeToolCall", tool_name: event.toolName, arguments: event.params };
          const { no, why } = await ask(call, variables);
          if (no) return { block: true, blockReason: why };
        } catch (error) {
          api.logger.warn(`sandbox-writes: the call could not be checked: ${error.message}`);
        }
      },
      { priority: 100 },
    );
  },
};
