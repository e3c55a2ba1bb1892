import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, write } from "./helper.mjs";

const lines = (file) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("every command adds one line: who, what, when, from where, and nothing of what was typed after it", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("command-logger", join(home, ".milady"));
  await handler(
    hookEvent("command:new", {
      senderId: "alice",
      commandSource: "telegram",
      args: "password=abc",
      commandBody: "/new sk-123",
    }),
  );
  await handler(hookEvent("command:reset", { sender: { id: 7, token: "x" } }, { sessionKey: "line\nbreak" }));
  const log = join(home, ".milady", "logs", "commands.log");
  assert.deepEqual(lines(log), [
    {
      timestamp: "2026-11-21T13:45:10.000Z",
      action: "new",
      sessionKey: "agent:main:main",
      sender: "alice",
      source: "telegram",
    },
    {
      timestamp: "2026-11-21T13:45:10.000Z",
      action: "reset",
      sessionKey: "line\nbreak",
      sender: "7",
      source: "unknown",
    },
  ]);
});

test("only the user can read the log, also one that was open before", {
  skip: process.platform === "win32",
}, async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("command-logger", join(home, ".eliza"));
  const log = join(home, ".eliza", "logs", "commands.log");
  write(log, "{}\n");
  assert.notEqual(statSync(log).mode & 0o777, 0o600);
  await handler(hookEvent("command:stop"));
  assert.equal(statSync(log).mode & 0o777, 0o600);
  assert.equal(lines(log).length, 2);
});

test("at 5 MB the log becomes commands.log.1 and a new one begins", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("command-logger", join(home, ".milady"));
  const log = join(home, ".milady", "logs", "commands.log");
  write(log, "x".repeat(5 * 1024 * 1024 - 10));
  writeFileSync(`${log}.1`, "older");
  await handler(hookEvent("command:new"));
  assert.equal(lines(log).length, 1);
  assert.equal(statSync(`${log}.1`).size, 5 * 1024 * 1024 - 10);
});

test("many commands at once: no line is lost or torn", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("command-logger", join(home, ".openclaw"));
  await Promise.all(Array.from({ length: 50 }, (_, index) => handler(hookEvent(`command:c${index}`))));
  assert.equal(
    new Set(lines(join(home, ".openclaw", "logs", "commands.log")).map((line) => line.action)).size,
    50,
  );
});
