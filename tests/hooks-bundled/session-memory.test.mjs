import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, place, write } from "./helper.mjs";

process.env.TZ = "UTC";
const posix = { skip: process.platform === "win32" };

const CONTEXT = {
  sessionEntry: { sessionId: "new-1", totalTokens: 0 },
  previousSessionEntry: {
    sessionId: "old-1",
    sessionFile: "/s/old-1.jsonl",
    totalTokens: 5120,
    authToken: "hunter2secret",
    nested: { apiKey: "deepsecret", model: "m1" },
  },
  commandSource: "telegram",
  senderId: "alice",
  cfg: { env: { OPENAI_API_KEY: "cfgsecret" } },
  messages: [
    { role: "user", content: "# Not a heading\nmy key is sk-abcdefghijklmnop1234" },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Noted." },
        { type: "image", data: "xx" },
      ],
    },
  ],
};

test("/new keeps what the event carries, in the workspace that the event names", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("session-memory", join(home, ".milady"));
  const event = hookEvent("command:new", { ...CONTEXT, workspaceDir: join(home, "work") });
  await handler(event);
  assert.deepEqual(readdirSync(join(home, "work", "memory")), ["2026-11-21-134510.md"]);
  const text = readFileSync(join(home, "work", "memory", "2026-11-21-134510.md"), "utf8");
  assert.match(text, /^# Session of 2026-11-21 13:45:10\n/);
  for (const part of [
    "- session key: `agent:main:main`",
    "- time: `2026-11-21T13:45:10.000Z`",
    "- commandSource: `telegram`",
    "- senderId: `alice`",
    "## previousSessionEntry",
    "- sessionId: `old-1`",
    "- totalTokens: `5120`",
    '- nested: `{"model":"m1"}`',
    "**assistant**\n> Noted.",
  ]) {
    assert.ok(text.includes(part), `${part}\n---\n${text}`);
  }
  assert.ok(text.includes("**user**\n> # Not a heading\n> my key is [left out]"), text);
  for (const secret of ["hunter2secret", "deepsecret", "cfgsecret", "sk-abc"])
    assert.ok(!text.includes(secret), secret);
  assert.deepEqual(event.messages, []);
});

test("an earlier memory is never overwritten, and only the user can read the files", {
  skip: process.platform === "win32",
}, async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("session-memory", join(home, ".milady"));
  const event = () => hookEvent("command:new", { workspaceDir: home });
  write(join(home, "memory", "2026-11-21-134510.md"), "mine");
  await Promise.all([handler(event()), handler(event()), handler(event())]);
  assert.deepEqual(readdirSync(join(home, "memory")), [
    "2026-11-21-134510-2.md",
    "2026-11-21-134510-3.md",
    "2026-11-21-134510-4.md",
    "2026-11-21-134510.md",
  ]);
  assert.equal(readFileSync(join(home, "memory", "2026-11-21-134510.md"), "utf8"), "mine");
  assert.equal(statSync(join(home, "memory", "2026-11-21-134510-2.md")).mode & 0o777, 0o600);
});

test("a session with a title gives its file that name, which cannot leave the folder", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("session-memory", join(home, ".milady"));
  for (const title of ["Café plans!", "../../evil"])
    await handler(hookEvent("command:new", { workspaceDir: home, previousSessionEntry: { title } }));
  assert.deepEqual(readdirSync(join(home, "memory")), ["2026-11-21-cafe-plans.md", "2026-11-21-evil.md"]);
});

test("without a workspace in the event: the event's config, then the config file, then the agent's own", async (t) => {
  const home = newHome(t);
  const written = (folder) => readdirSync(join(folder, "memory")).length;
  const handler = await loadHandler("session-memory", join(home, ".eliza"));
  await handler(hookEvent("command:new"));
  assert.equal(written(join(home, ".eliza", "workspace")), 1);
  write(
    join(home, ".eliza", "eliza.json"),
    "{ agents: { // mine\n defaults: { workspace: '~/from-file', }, }, }",
  );
  await handler(hookEvent("command:new"));
  assert.equal(written(join(home, "from-file")), 1);
  await handler(
    hookEvent("command:new", { cfg: { agents: { defaults: { workspace: join(home, "from-event") } } } }),
  );
  assert.equal(written(join(home, "from-event")), 1);
});

test("the agent's own variables win over the place of the hook", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("session-memory", join(home, ".eliza"));
  process.env.ELIZA_STATE_DIR = join(home, "elsewhere");
  await handler(hookEvent("command:new"));
  assert.equal(readdirSync(join(home, "elsewhere", "workspace", "memory")).length, 1);
  process.env.ELIZA_CONFIG_PATH = join(home, "other.json");
  writeFileSync(
    process.env.ELIZA_CONFIG_PATH,
    JSON.stringify({ agents: { defaults: { workspace: join(home, "other") } } }),
  );
  await handler(hookEvent("command:new"));
  assert.equal(readdirSync(join(home, "other", "memory")).length, 1);
});

test("an odd event still gives a file: circles, a text as time, no context", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("session-memory", join(home, ".openclaw"));
  const circle = { name: "c", big: 1n };
  circle.self = circle;
  await handler(hookEvent("command:new", { list: [circle], circle }, { timestamp: "2026-01-02T03:04:05Z" }));
  await handler(hookEvent("command:new", undefined, { timestamp: "not a time", context: undefined }));
  const folder = join(home, ".openclaw", "workspace", "memory");
  assert.equal(readdirSync(folder).length, 2);
  assert.match(
    readFileSync(join(folder, "2026-01-02-030405.md"), "utf8"),
    /- list: `\[\{"name":"c","big":"1","self":"…"\}\]`/,
  );
});

/** A transcript as OpenClaw 2026.7.35 writes it: a head, then one line for each message, in this order of keys. */
const transcript = (...messages) =>
  [
    { type: "session", version: 3, id: "old-1", timestamp: "2026-11-22T02:55:21.301Z", cwd: "/w" },
    ...messages.map((message, at) => ({
      type: "message",
      id: `m${at}`,
      parentId: at === 0 ? null : `m${at - 1}`,
      timestamp: "2026-11-22T02:55:21.305Z",
      message,
    })),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
const said = (role, text, more = {}) => ({ role, content: [{ type: "text", text }], timestamp: 1, ...more });
const ROOF = transcript(
  said("user", "Please plan the roof, my key is sk-abcdefghijklmnop1234"),
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "private thought" },
      { type: "text", text: "I will look at tiles." },
      { type: "toolCall", id: "c1", name: "exec", arguments: { command: "ls" } },
    ],
    stopReason: "toolUse",
    timestamp: 2,
  },
  { role: "toolResult", toolCallId: "c1", toolName: "exec", content: [{ type: "text", text: "tool output" }] },
  said("assistant", "Done."),
  said("assistant", "Done.", { provider: "openclaw", model: "delivery-mirror" }),
  said("assistant", "NO_REPLY"),
  said("user", "/new"),
);
const ROOF_PAGE =
  "## Conversation\n\n**user**\n> Please plan the roof, my key is [left out]\n\n**assistant**\n> I will look at tiles.\n\n**assistant**\n> Done.\n";

async function openclaw(t) {
  const home = newHome(t);
  const own = join(home, ".openclaw");
  const handler = await loadHandler("session-memory", own);
  const sessions = join(own, "agents", "main", "sessions");
  const keep = async (context, key = "command:new", more) => {
    await handler(hookEvent(key, { cfg: {}, workspaceDir: home, ...context }, more));
    const file = readdirSync(join(home, "memory")).sort().at(-1);
    const text = readFileSync(join(home, "memory", file), "utf8");
    execFileSync("rm", [join(home, "memory", file)]);
    return text;
  };
  return { home, sessions, keep };
}

for (const key of ["command:new", "command:reset"])
  test(`${key}: the last messages come from the transcript that the previous session's entry names`, posix, async (t) => {
    const { sessions, keep } = await openclaw(t);
    const sessionFile = join(sessions, "old-1.jsonl");
    write(sessionFile, ROOF);
    const text = await keep({ previousSessionEntry: { sessionId: "old-1", sessionFile } }, key);
    assert.ok(text.endsWith(ROOF_PAGE), text);
    assert.ok(text.includes(`- ended by: \`/${key.slice(8)}\``));
    assert.doesNotMatch(text, /private thought|tool output|NO_REPLY/);
  });

test("a reset moved the transcript aside: the latest .reset file is read, however the entry names it", posix, async (t) => {
  const { sessions, keep } = await openclaw(t);
  write(join(sessions, "old-1.jsonl.reset.2026-11-20T00-00-00.000Z"), transcript(said("user", "earlier")));
  write(join(sessions, "old-1.jsonl.reset.2026-11-21T00-00-00.000Z"), ROOF);
  write(join(sessions, "old-12.jsonl"), transcript(said("user", "of another session")));
  for (const entry of [
    { sessionId: "old-1", sessionFile: join(sessions, "old-1.jsonl") },
    { sessionId: "old-1", sessionFile: join(sessions, "old-1.jsonl.reset.2026-11-21T00-00-00.000Z") },
    { sessionFile: "old-1.jsonl" },
    { sessionId: "old-1" },
  ])
    assert.ok((await keep({ previousSessionEntry: entry })).endsWith(ROOF_PAGE), JSON.stringify(entry));
});

test("an automatic reset names the session in sessionEntry, and why", posix, async (t) => {
  const { sessions, keep } = await openclaw(t);
  write(join(sessions, "old-1.jsonl"), ROOF);
  const context = { sessionEntry: { sessionId: "old-1", sessionFile: join(sessions, "old-1.jsonl") }, reason: "idle" };
  const text = await keep(context, "session:auto-reset");
  assert.ok(text.includes("- ended by: `auto-reset`") && text.includes("- reason: `idle`") && text.endsWith(ROOF_PAGE), text);
});

test("what OpenClaw 2026.9.6 has read of its own database counts first", posix, async (t) => {
  const { sessions, keep } = await openclaw(t);
  write(join(sessions, "old-1.jsonl"), transcript(said("user", "from the file")));
  const content = 'user: "The roof\\n# please"\nassistant: "Done \\u2028 sk-abcdefghijklmnop1234"\nno line of it';
  const previousSessionMemory = { status: "available", content, originClass: "agent" };
  const text = await keep({ previousSessionEntry: { sessionId: "old-1" }, previousSessionMemory });
  assert.match(text, /## Conversation\n\n\*\*user\*\*\n> The roof\n> # please\n\n\*\*assistant\*\*\n> Done [\s\S]* \[left out\]\n$/u);
  assert.doesNotMatch(text, /from the file|## previousSessionMemory/);
});

test("a hostile entry reads transcripts and nothing else", posix, async (t) => {
  const { home, sessions, keep } = await openclaw(t);
  write(join(home, "key.txt"), transcript(said("user", "stolen")));
  write(join(sessions, "x"), "");
  symlinkSync(join(home, "key.txt"), join(sessions, "link.jsonl"));
  execFileSync("mkfifo", [join(sessions, "pipe.jsonl")]);
  mkdirSync(join(sessions, "folder.jsonl"));
  for (const sessionFile of [join(home, "key.txt"), "../../../../key.txt", join(sessions, "link.jsonl"), "pipe.jsonl", "folder.jsonl", "a\0b.jsonl", "", 5])
    assert.doesNotMatch(await keep({ previousSessionEntry: { sessionId: "../x", sessionFile } }), /stolen|## Conversation/);
  const sessionFile = join(sessions, "torn.jsonl");
  write(sessionFile, `{"type":"message"\nnull\n[]\n{"type":"message","message":{"role":"user","content":5}}\n{"type":"message","message":{"role":"system","content":"x"}}\n`);
  assert.doesNotMatch(await keep({ previousSessionEntry: { sessionFile } }), /## Conversation/);
});

test("of a long transcript the last 50 messages are kept, each of a bearable length", posix, async (t) => {
  const { sessions, keep } = await openclaw(t);
  const sessionFile = join(sessions, "old-1.jsonl");
  write(sessionFile, transcript(...Array.from({ length: 3000 }, (_, at) => said("user", `${at} ${"é".repeat(500)}`)), said("user", `last ${"x".repeat(9000)}`)));
  const text = await keep({ previousSessionEntry: { sessionFile } });
  assert.equal(text.match(/^\*\*user\*\*$/gm).length, 50);
  assert.ok(text.includes("> 2951 é") && !text.includes("> 2950 é") && text.length < 50 * 4100, `${text.length}`);
});

test("ZeroClaw: the end of a session is kept in the workspace, secrets left out", {
  skip: process.platform === "win32",
}, (t) => {
  const workspace = newHome(t);
  const cwd = place("session-memory", "zeroclaw", workspace);
  const input = JSON.stringify({
    event: "on_session_end",
    name: "session-memory",
    data: { session_id: "s1", api_key: 'a"b', note: '{"token":"inner1"}', text: "ghp_abcdefghijklmnop ```" },
    timestamp: "2026-11-21T13:45:10Z",
  });
  for (let run = 0; run < 3; run += 1)
    execFileSync("sh", ["-c", "sh ./run.sh"], { cwd, input, stdio: "pipe" });
  execFileSync("sh", ["-c", "sh ./run.sh"], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const files = readdirSync(join(workspace, "memory"));
  assert.equal(files.length, 4);
  const texts = files.map((file) => readFileSync(join(workspace, "memory", file), "utf8"));
  for (const text of texts)
    assert.match(text, /^# Session that ended on \d{4}-\d\d-\d\d [\d:]{8}\n\n~~~~~~json\n[\s\S]*\n~~~~~~\n$/);
  const full = texts.filter((text) => text.includes('"session_id":"s1"'));
  assert.equal(full.length, 3);
  assert.ok(full[0].includes('"api_key":"[left out]"'), full[0]);
  for (const secret of ['a\\"b', "inner1", "ghp_"]) assert.ok(!full[0].includes(secret), full[0]);
  assert.match(files[0], /^\d{4}-\d\d-\d\d-\d{6}(-\d)?\.md$/);
  assert.equal(statSync(join(workspace, "memory", files[0])).mode & 0o777, 0o600);
});
