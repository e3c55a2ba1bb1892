import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, write } from "./helper.mjs";

const at = (time) => ({ timestamp: new Date(time) });

async function ready(t) {
  const home = newHome(t);
  const agent = join(home, ".milady");
  const handler = await loadHandler("daily-summary", agent);
  const fire = async (key, context, more) => {
    const event = hookEvent(key, context, more);
    await handler(event);
    return event.messages;
  };
  return { agent, fire, page: (day) => readFileSync(join(agent, "workspace", "memory", `${day}-summary.md`), "utf8") };
}

test("a day's page counts what happened and holds nothing of what was said", async (t) => {
  const { agent, fire, page } = await ready(t);
  await fire("session:start", { channel: "telegram", content: "private" });
  await fire("command:new", { args: "password=private", action: "private" });
  await fire("command:reset", {}, { action: "reset private\nprivate" });
  await fire("session:end", { channel: "telegram", message_count: 12, summary: "private" });
  await fire("session:end", { channel: "web", message_count: -3 });
  assert.equal(
    page("2026-11-21"),
    "# 2026-11-21\n\n- 1 session started (telegram 1)\n- 2 sessions ended, with 12 messages (telegram 1, web 1)\n- 2 commands (/new 1, /reset 1)\n",
  );
  const journal = join(agent, "state", "daily-summary", "2026-11-21");
  assert.doesNotMatch(readFileSync(journal, "utf8"), /private/);
  if (process.platform !== "win32") assert.equal(statSync(journal).mode & 0o777, 0o600);
});

test("the first session of the next day is told, once", async (t) => {
  const { agent, fire, page } = await ready(t);
  await fire("session:start", { channel: "web" }, at("2026-11-20T12:00:00Z"));
  await fire("session:end", { channel: "web" }, at("2026-11-20T12:10:00Z"));
  await fire("command:new", {}, at("2026-11-20T12:20:00Z"));
  const told = await fire("session:start", {}, at("2026-11-23T12:00:00Z"));
  assert.deepEqual(told, [
    "📅 What happened on 2026-11-20\n- 1 session started (web 1)\n- 1 session ended (web 1)\n- 1 command (/new 1)",
  ]);
  assert.deepEqual(await fire("session:new", {}, at("2026-11-23T13:00:00Z")), []);
  assert.match(page("2026-11-20"), /1 command/, "what came after the last session is on the page too");
  assert.deepEqual(readdirSync(join(agent, "state", "daily-summary")), ["2026-11-23"]);
});

test("sessions that end at the same time are all counted", async (t) => {
  const { agent, fire, page } = await ready(t);
  await Promise.all(Array.from({ length: 50 }, () => fire("session:end", { message_count: 1 })));
  await fire("session:end", {});
  assert.match(page("2026-11-21"), /51 sessions ended, with 50 messages/);
  assert.deepEqual(readdirSync(join(agent, "workspace", "memory")), ["2026-11-21-summary.md"]);
});

test("a journal that was harmed is read as far as it goes, and other files are left alone", async (t) => {
  const { agent, fire } = await ready(t);
  const folder = join(agent, "state", "daily-summary");
  write(join(folder, "2026-11-01"), '{"kind":"session","name":"web","messages":"x"}\nnull\n7\n{');
  write(join(folder, "2026-11-02.bak"), "mine");
  assert.deepEqual(await fire("session:start"), []);
  assert.ok(!existsSync(join(folder, "2026-11-01")) && existsSync(join(folder, "2026-11-02.bak")));
});

test("OpenClaw: messages and answers are counted, and the page is there when the gateway stops", async (t) => {
  const { fire, page } = await ready(t);
  await fire("gateway:startup", { cfg: {} });
  for (const channelId of ["telegram", "telegram", "web"])
    await fire("message:received", { channelId, content: "private", from: "private" });
  await fire("message:sent", { channelId: "telegram", content: "private", success: true });
  assert.deepEqual(await fire("command:new", { commandSource: "telegram" }), []);
  assert.match(page("2026-11-21"), /^- 1 command \(\/new 1\)$/m, "the page is written when a session is started over");
  await fire("session:auto-reset", { reason: "daily" });
  await fire("command:stop", {});
  await fire("gateway:shutdown", { reason: "SIGTERM" });
  assert.equal(
    page("2026-11-21"),
    "# 2026-11-21\n\n- 1 session ended\n- 3 messages received (telegram 2, web 1)\n- 1 answer sent (telegram 1)\n- 2 commands (/new 1, /stop 1)\n",
  );
  const [told] = await fire("command:new", {}, at("2026-11-22T08:00:00Z"));
  assert.match(told, /^📅 What happened on 2026-11-21\n- 1 session ended\n/);
});
