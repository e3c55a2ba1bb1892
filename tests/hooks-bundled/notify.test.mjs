import assert from "node:assert/strict";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, write } from "./helper.mjs";

/** A stand-in for a system's own program: it writes down how it was called. */
function standIn(home, name, script = 'printf "%s\\n" "$@" > "$HOME/called"; env > "$HOME/env"') {
  const file = join(home, "bin", name);
  write(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  process.env.PATH = `${join(home, "bin")}:/usr/bin:/bin`;
}

/** The handler as it is on another system. */
async function on(t, platform, agentHome) {
  const own = Object.getOwnPropertyDescriptor(process, "platform");
  t.after(() => Object.defineProperty(process, "platform", own));
  const handler = await loadHandler("notify", agentHome);
  Object.defineProperty(process, "platform", { ...own, value: platform });
  return handler;
}

const skip = process.platform === "win32";
const called = (home) => readFileSync(join(home, "called"), "utf8").trimEnd().split("\n");
const strange = { sessionKey: '<b>"x" & $(id)\n\u202e`y`\u0000' };

test("Linux: notify-send gets a title and a text without markup", { skip }, async (t) => {
  const home = newHome(t);
  standIn(home, "notify-send");
  const handler = await on(t, "linux", join(home, ".openclaw"));
  await handler(hookEvent("session:end", { message_count: 12, content: "private" }, strange));
  assert.deepEqual(called(home), [
    "-a",
    "OpenClaw",
    "--",
    "OpenClaw",
    'Session b"x"  $(id) `y` ended with 12 messages',
  ]);
});

test("macOS: the words are arguments of a script that never changes", { skip }, async (t) => {
  const home = newHome(t);
  standIn(home, "osascript");
  const handler = await on(t, "darwin", join(home, ".milady"));
  await handler(hookEvent("session:end", { messageCount: 1 }, strange));
  assert.deepEqual(called(home), [
    "-e",
    "on run argv",
    "-e",
    "display notification (item 2 of argv) with title (item 1 of argv)",
    "-e",
    "end run",
    "Milady",
    'Session <b>"x" & $(id) `y` ended with 1 message',
  ]);
});

test("Windows: the words are variables that a script reads, and no part of it", { skip }, async (t) => {
  const home = newHome(t);
  standIn(home, "powershell");
  const handler = await on(t, "win32", join(home, ".eliza"));
  await handler(hookEvent("session:end", {}, strange));
  const script = readFileSync(join(home, "called"), "utf8");
  assert.match(script, /^-NoProfile\n-NonInteractive\n-Command\n/);
  assert.match(script, /\$env:NOTIFY_TITLE, \$env:NOTIFY_TEXT/);
  assert.doesNotMatch(script, /Session|Eliza/);
  const env = readFileSync(join(home, "env"), "utf8");
  assert.match(env, /^NOTIFY_TITLE=Eliza$/m);
  assert.match(env, /^NOTIFY_TEXT=Session <b>"x" & \$\(id\) `y` ended$/m);
});

test("a session without a name, and a count that is not a count", { skip }, async (t) => {
  const home = newHome(t);
  standIn(home, "notify-send");
  const handler = await on(t, "linux", join(home, ".milady"));
  for (const message_count of [-1, 1.5, "12", null, Number.NaN, {}]) {
    await handler(hookEvent("session:end", { message_count }, { sessionKey: undefined }));
    assert.equal(called(home).at(-1), "A session ended");
  }
  await handler(hookEvent("session:end", {}, { sessionKey: "é".repeat(5000) }));
  assert.equal(called(home).at(-1), `Session ${"é".repeat(120)}… ended`);
});

test("what is missing or fails is said, and what the program printed is not", { skip }, async (t) => {
  const home = newHome(t);
  standIn(home, "notify-send", "echo private >&2; exit 1");
  const handler = await on(t, "linux", join(home, ".milady"));
  await assert.rejects(handler(hookEvent("session:end")), {
    message: "The desktop took no notification. Does the agent run in your own session?",
  });
  process.env.PATH = join(home, "nothing");
  await assert.rejects(handler(hookEvent("session:end")), {
    message: "There is no notify-send on this computer.",
  });
});
