// SPDX-License-Identifier: MIT
// Before an answer goes out or a tool's result is kept: replaces what looks like a key or a password in it.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** At once and without waiting: a result that is kept may not wait for a promise. Status 1: it may not go on. */
function ask(event) {
  const script = fileURLToPath(new URL("./run.sh", import.meta.url));
  const { error, status, stdout, stderr } = spawnSync("sh", [script], {
    input: JSON.stringify(event),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: 20_000,
  });
  // It may end before it has read all: what it answered counts.
  if (error && error.code !== "EPIPE") throw error;
  if (status !== 0 && status !== 1) throw new Error(stderr.trim() || `sh ended with ${status}`);
  return { no: status === 1, why: stderr.trim(), data: stdout.trim() === "" ? undefined : JSON.parse(stdout).data };
}

export default {
  id: "redact-secrets",
  name: "Redact secrets",

  register(api) {
    const failed = (error) => api.logger.warn(`redact-secrets: a text could not be looked at: ${error.message}`);

    // Last, so that what others put into it is looked at too.
    const last = { priority: -100 };

    api.on(
      "tool_result_persist",
      (event) => {
        const { message } = event;
        if (message?.content === undefined) return;
        try {
          const { no, why, data } = ask({ event: "ToolResultPersist", tool_name: event.toolName, result: message.content });
          if (no) return { message: { ...message, content: [{ type: "text", text: why }] } };
          if (data !== undefined) return { message: { ...message, content: data } };
        } catch (error) {
          failed(error);
        }
      },
      last,
    );

    api.on(
      "message_sending",
      (event) => {
        try {
          const { no, why, data } = ask({ event: "MessageSending", data: { content: event.content } });
          if (no) return { cancel: true, cancelReason: why };
          if (data !== undefined) return { content: data.content };
        } catch (error) {
          failed(error);
        }
      },
      last,
    );
  },
};
