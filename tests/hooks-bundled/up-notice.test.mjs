import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, write } from "./helper.mjs";

process.env.TZ = "UTC";

/** The program of each system that shows a notification, replaced by one that writes its arguments down. */
function desktop(home, script) {
  for (const name of ["notify-send", "osascript", "powershell"]) {
    write(join(home, "bin", name), `#!/bin/sh\n${script}`);
    chmodSync(join(home, "bin", name), 0o755);
  }
  process.env.PATH = `${join(home, "bin")}:${process.env.PATH}`;
}

const posix = { skip: process.platform === "win32" };

for (const [agent, title] of [
  [".milady", "Milady"],
  [".eliza", "Eliza"],
  [".openclaw", "OpenClaw"],
]) {
  test(`${title} says that it is up, and when`, posix, async (t) => {
    const home = newHome(t);
    desktop(home, `printf '%s\\n' "$@" > '${home}/shown'`);
    const handler = await loadHandler("up-notice", join(home, agent));
    const event = hookEvent("gateway:startup", { cfg: {} });
    await handler(event);
    assert.match(readFileSync(join(home, "shown"), "utf8"), new RegExp(`${title} is up\\n${title} started at 13:45[.]\\n$`));
    assert.deepEqual(event.messages, []);
  });
}

test("without a desktop nothing happens and nothing fails", async (t) => {
  const home = newHome(t);
  mkdirSync(join(home, "empty"));
  process.env.PATH = join(home, "empty");
  const handler = await loadHandler("up-notice", join(home, ".milady"));
  await handler(hookEvent("gateway:startup"));
});

test("a desktop that takes no notification does not make it fail", posix, async (t) => {
  const home = newHome(t);
  desktop(home, "exit 1\n");
  const handler = await loadHandler("up-notice", join(home, ".milady"));
  await handler(hookEvent("gateway:startup"));
});

test("the agent does not wait for a desktop that does not answer", posix, async (t) => {
  const home = newHome(t);
  desktop(home, `sleep 3\ntouch '${home}/late'\n`);
  const handler = await loadHandler("up-notice", join(home, ".milady"));
  await handler(hookEvent("gateway:startup"));
  assert.ok(!existsSync(join(home, "late")));
});

test("a text that is not a time is now", posix, async (t) => {
  const home = newHome(t);
  desktop(home, `printf '%s\\n' "$@" > '${home}/shown'`);
  const handler = await loadHandler("up-notice", join(home, ".milady"));
  await handler(hookEvent("gateway:startup", undefined, { timestamp: "not a time", context: undefined }));
  assert.match(readFileSync(join(home, "shown"), "utf8"), /started at \d\d:\d\d[.]/);
});
