// The hooks that ship, loaded and called by OpenClaw's own loader. What is not available is skipped by name.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hookEvent, loadHandler, newHome } from "../hooks-bundled/helper.mjs";
import { heard, home, MODULES, real, started, TODAY } from "../hooks-bundled/real-home.mjs";
import { note } from "./agreement.mjs";
import { askOpenclaw, node, openclaw } from "./openclaw-ask.mjs";

for (const version of ["2026.9.6", "2026.8.1", "2026.7.35"])
  real(`OpenClaw ${version}'s own loader calls each of them, and none waits for a key that is never sent`, () => [node(), openclaw(version)], async (t) => {
    const place = await home(t, "openclaw");
    const send = ["message:received", "message:sent", "session:auto-reset", "command:new", "gateway:shutdown"];
    const answer = await askOpenclaw(version, place.folder, { ...place.options, send });
    assert.deepEqual([answer.configRefused, answer.died, answer.failed, answer.warned.filter((line) => !/session:auto-reset/.test(line))], [null, null, [], []]);
    if (version !== "2026.7.35") assert.deepEqual(answer.warned, []);
    const names = answer.hooks.map((hook) => hook.name);
    const missing = MODULES.filter((name) => !names.includes(name));
    note(`OpenClaw ${version}`, "hooks that ship", MODULES.length, MODULES.length - missing.length);
    assert.deepEqual(missing, []);
    started(place, "OpenClaw");
    assert.deepEqual(heard(place.folder, "openclaw").map((line) => line.key), ["gateway:startup", ...send]);
    assert.match(place.memory(`${TODAY}-summary.md`), /1 session ended\n- 1 message received\n- 1 answer sent\n- 1 command \(\/new 1\)/);
    assert.match(answer.fires["command:new"].join("\n"), /Welcome!/);
    assert.equal(readdirSync(join(place.workspace, "memory")).filter((name) => /^[\d-]{17}(-\d)?\.md$/.test(name)).length, 2);
  });

real("OpenClaw 2026.7.35's own transcript is what session-memory reads", () => [node(), openclaw("2026.7.35")], async (t) => {
  const folder = newHome(t);
  const handler = await loadHandler("session-memory", join(folder, ".openclaw"));
  const dist = join(openclaw("2026.7.35"), "dist");
  const script = `
    import { readdirSync, readFileSync } from "node:fs";
    const dist = ${JSON.stringify(dist)};
    const named = readdirSync(dist).filter((name) => /^session-manager-.*[.]m?js$/.test(name));
    const chunk = named.find((name) => readFileSync(dist + "/" + name, "utf8").includes("class SessionManager"));
    const SessionManager = Object.values(await import(dist + "/" + chunk)).find((each) => each?.name === "SessionManager");
    const manager = SessionManager.create(${JSON.stringify(folder)}, ${JSON.stringify(join(folder, "sessions"))});
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
    const answer = (...content) => ({ role: "assistant", content, api: "x", provider: "p", model: "m", usage, stopReason: "stop", timestamp: 2 });
    manager.appendMessage({ role: "user", content: [{ type: "text", text: "Plan the roof" }], timestamp: 1 });
    manager.appendMessage(answer({ type: "thinking", thinking: "hidden" }, { type: "text", text: "Tiles." }, { type: "toolCall", id: "c", name: "exec", arguments: {} }));
    manager.appendMessage({ role: "toolResult", toolCallId: "c", toolName: "exec", content: [{ type: "text", text: "printed" }], isError: false, timestamp: 3 });
    manager.appendMessage(answer({ type: "text", text: "Done." }));
    process.stdout.write(manager.getSessionFile());
    process.exit(0);
  `;
  const sessionFile = execFileSync(node(), ["--input-type=module", "-e", script], {
    cwd: folder,
    env: { HOME: folder, PATH: process.env.PATH },
    encoding: "utf8",
  });
  const event = { previousSessionEntry: { sessionId: "x", sessionFile }, workspaceDir: folder, cfg: {} };
  await handler(hookEvent("command:new", event));
  const [page] = readdirSync(join(folder, "memory"));
  assert.match(
    readFileSync(join(folder, "memory", page), "utf8"),
    /## Conversation\n\n\*\*user\*\*\n> Plan the roof\n\n\*\*assistant\*\*\n> Tiles\.\n\n\*\*assistant\*\*\n> Done\.\n$/,
  );
});
