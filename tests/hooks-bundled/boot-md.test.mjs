import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, write } from "./helper.mjs";

async function boot(t, text) {
  const home = newHome(t);
  const handler = await loadHandler("boot-md", join(home, ".milady"));
  if (text !== undefined) write(join(home, ".milady", "workspace", "BOOT.md"), text);
  const event = hookEvent("gateway:startup");
  await handler(event);
  return event.messages;
}

test("BOOT.md of the workspace is handed over as it is", async (t) => {
  assert.deepEqual(await boot(t, "# Boot\n\n<!-- mine -->\nCheck the disk.\n"), [
    "# Boot\n\n<!-- mine -->\nCheck the disk.",
  ]);
});

for (const [what, text] of [
  ["missing", undefined],
  ["empty", ""],
  ["blank", " \n\t\n"],
  ["only comments", "<!-- a\nb -->\n<!-- open"],
]) {
  test(`${what}: nothing is handed over`, async (t) => assert.deepEqual(await boot(t, text), []));
}

test("a folder of that name counts as missing", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("boot-md", join(home, ".milady"));
  mkdirSync(join(home, "BOOT.md"));
  const event = hookEvent("gateway:startup", { workspaceDir: home });
  await handler(event);
  assert.deepEqual(event.messages, []);
});

test("of a long file the first 64 KiB are handed over, with no half character, and it is said", async (t) => {
  const [message] = await boot(t, `a${"é".repeat(64 * 1024)}`);
  const [kept, note] = message.split("\n\n");
  assert.equal(kept, `a${"é".repeat(32 * 1024 - 1)}`);
  assert.match(note, /longer than 64 KiB/);
});
