// What no agent should send, given to every module that ships: it may refuse with a sentence, never with a crash, and
// nothing outside of the agent's folder and the workspace changes.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { HOOKS, loadHandler, newHome, write } from "./helper.mjs";

const MODULES = readdirSync(HOOKS).filter((name) => existsSync(join(HOOKS, name, "module")));

const circle = { name: "circle", big: 10n, call() {} };
circle.self = circle;
const deep = JSON.parse(`${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`);

const CONTEXTS = [
  undefined,
  null,
  7,
  "text",
  [],
  circle,
  deep,
  { cfg: circle },
  { cfg: "text", workspaceDir: 7 },
  { cfg: { agents: { defaults: { workspace: ["x"] } }, hooks: { internal: { entries: [] } } } },
  { cfg: { hooks: { internal: { entries: { "workspace-backup": { env: { WORKSPACE_BACKUP_MB: { a: 1 } } } } } } } },
  { workspaceDir: "" },
  { workspaceDir: "nowhere/at/all" },
  { workspaceDir: "a\0b" },
  { previousSessionEntry: [1], sessionEntry: "x", messages: [null, 1, { role: {} }], senderId: {} },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  { ...Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, "v".repeat(100)])) },
];
const SHAPES = [
  { type: "gateway", action: "startup" },
  { type: "command", action: "new" },
  { type: "session", action: "end" },
  { type: "session", action: "start", sessionKey: { a: 1 } },
  { type: "gateway", action: "startup", timestamp: "no time" },
  { type: "gateway", action: "startup", timestamp: { a: 1 }, sessionKey: undefined },
  { type: "command", action: "x\n\u001b[31m<b>`$(touch evil)`" },
  { type: "gateway", action: "" },
];

/** Every file below a folder that is not the agent's, with its text. */
function outside(home) {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(home.length + 1))
    .filter((path) => !/^(\.milady|nowhere|bin)[\\/]/.test(path) && !/[\\/]tacklebox[\\/]seen[\\/]/.test(path))
    .map((path) => [path, readFileSync(join(home, path), "utf8")]);
}

for (const name of MODULES)
  test(`${name}: no event makes it crash, hang or write elsewhere`, { skip: process.platform === "win32" }, async (t) => {
    const home = newHome(t);
    write(join(home, "mine", "notes.txt"), "mine");
    for (const program of ["notify-send", "osascript"]) write(join(home, "bin", program), "#!/bin/sh\nexit 0\n");
    process.env.PATH = `${join(home, "bin")}:/usr/bin:/bin`;
    process.env.SLACK_WEBHOOK_URL = "http://127.0.0.1:9/hook";
    process.env.GITHUB_API_URL = "http://127.0.0.1:9";
    process.env.XDG_DATA_HOME = "";
    mkdirSync(join(home, ".milady", "workspace", "memory"), { recursive: true });
    write(join(home, ".milady", "workspace", "memory", "2026-11-01.md"), "- x");
    const handler = await loadHandler(name, join(home, ".milady"));
    const before = outside(home);
    for (const context of CONTEXTS)
      for (const shape of SHAPES) {
        const event = { sessionKey: "s", timestamp: new Date(), messages: [], context, ...shape };
        try {
          await handler(event);
        } catch (error) {
          // A sentence of its own is fine, and so is what the system refuses; a mistake in the code is not.
          const mistake = /^(Type|Reference|Range|Syntax)Error$/.test(error.name) && error.code === undefined;
          assert.ok(error instanceof Error && !mistake, `${name} ${JSON.stringify(shape)} ${error.stack}`);
        }
        assert.ok(event.messages.every((message) => typeof message === "string"));
      }
    assert.deepEqual(outside(home), before);
    assert.equal({}.polluted, undefined);
  });
