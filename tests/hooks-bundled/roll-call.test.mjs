import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, place, write } from "./helper.mjs";

const posix = { skip: process.platform === "win32" };
const linux = { skip: process.platform !== "linux" };

const lines = (file) => readFileSync(file, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));

function seen(home, agent) {
  delete process.env.XDG_DATA_HOME;
  return join(home, ".local", "share", "tacklebox", "seen", `${agent}.jsonl`);
}

const SECRETS = { cfg: { key: "sk-secret" }, "a b": "private", "": 1, senderId: "alice", content: "private words" };

for (const agent of ["milady", "eliza", "openclaw"]) {
  test(`${agent}: one line for each moment, with names and no value`, linux, async (t) => {
    const home = newHome(t);
    const file = seen(home, agent);
    const handler = await loadHandler("roll-call", join(home, `.${agent}`));
    const event = hookEvent("gateway:startup", SECRETS);
    await handler(event);
    await handler(hookEvent("session:compact:after", {}, { type: "session", action: "compact:after" }));
    const [first, second] = lines(file);
    assert.deepEqual({ ...first, at: "" }, { agent, key: "gateway:startup", at: "", fields: ["cfg", "senderId", "content"] });
    assert.ok(Math.abs(Date.parse(first.at) - Date.now()) < 60_000);
    assert.equal(second.key, "session:compact:after");
    assert.doesNotMatch(readFileSync(file, "utf8"), /secret|private|alice|agent:main/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(event.messages, []);
  });
}

test("a moment without a context, and what a name cannot be", linux, async (t) => {
  const home = newHome(t);
  const file = seen(home, "milady");
  const handler = await loadHandler("roll-call", join(home, ".milady"));
  await handler(hookEvent("command:new", undefined, { context: undefined }));
  for (const key of ['command:x"y', "command:a b", `command:${"a".repeat(100)}`, "command:", "../../x:y"])
    await handler(hookEvent(key, {}, { type: key.split(":")[0], action: key.split(":")[1] }));
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`name_${at}`, at]));
  await handler(hookEvent("command:reset", { ...wide, __proto__: null, "bad name\n": 1, ["n".repeat(61)]: 1 }));
  assert.deepEqual(lines(file).map(({ key, fields }) => [key, fields.length]), [["command:new", 0], ["command:reset", 40]]);
});

test("a file that has grown is folded, and nothing that was heard is forgotten", linux, async (t) => {
  const home = newHome(t);
  const file = seen(home, "milady");
  const handler = await loadHandler("roll-call", join(home, ".milady"));
  await handler(hookEvent("gateway:startup", { cfg: {} }));
  const rare = lines(file)[0].at;
  write(file, `${readFileSync(file, "utf8")}torn {"agent"\n{"agent":1}\n`);
  const many = Array.from({ length: 1500 }, () => handler(hookEvent("command:new", { sessionEntry: {}, workspaceDir: "/x" })));
  await Promise.all(many);
  await handler(hookEvent("command:new", { senderId: "x" }));
  assert.ok(statSync(file).size < 110 * 1024, `${statSync(file).size}`);
  const all = lines(file);
  const count = (key) => all.filter((line) => line.key === key).reduce((sum, line) => sum + (line.count ?? 1), 0);
  assert.equal(count("command:new"), 1501);
  assert.equal(count("gateway:startup"), 1);
  assert.equal(all.find((line) => line.key === "gateway:startup").at, rare);
  assert.deepEqual(readdirSync(join(file, "..")), ["milady.jsonl"]);
});

test("a trial in Tacklebox is not noted", async (t) => {
  const home = newHome(t);
  const file = seen(home, "milady");
  process.env.TACKLEBOX_RUN = "1";
  t.after(() => delete process.env.TACKLEBOX_RUN);
  const handler = await loadHandler("roll-call", join(home, ".milady"));
  const event = hookEvent("gateway:startup", {});
  await handler(event);
  assert.ok(!existsSync(file));
  assert.match(event.messages[0], /gateway:startup would be noted/);
});

test("data that cannot be written to does not disturb the agent", linux, async (t) => {
  const home = newHome(t);
  write(join(home, ".local"), "a file");
  const handler = await loadHandler("roll-call", join(home, ".milady"));
  seen(home, "milady");
  await handler(hookEvent("gateway:startup"));
});

test("Tacklebox's folder is where the desktop says", linux, async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("roll-call", join(home, ".milady"));
  process.env.XDG_DATA_HOME = join(home, "data");
  await handler(hookEvent("gateway:startup"));
  assert.equal(lines(join(home, "data", "tacklebox", "seen", "milady.jsonl")).length, 1);
});

/** The shell shapes, called as Moltis and ZeroClaw call them. */
function shell(home, part) {
  const cwd = place("roll-call", part, join(home, "agent"));
  const command = part === "moltis" ? "./handler.sh" : "sh ./run.sh";
  return (input) => execFileSync("sh", ["-c", command], { cwd, input, stdio: ["pipe", "pipe", "pipe"] }).toString();
}

const sample = (event, more = {}) => JSON.stringify({ event, session_key: "s-private", ...more });

test("Moltis: each event is a line with the names of what came, and goes on", linux, (t) => {
  const home = newHome(t);
  const file = seen(home, "moltis");
  const run = shell(home, "moltis");
  assert.equal(run(sample("BeforeToolCall", { tool_name: "bash", arguments: { command: "echo private", nested: { a: 1 } } })), "");
  run(sample("GatewayStart", { address: "private:1" }));
  run(JSON.stringify({ event: "SessionEnd", data: { session_id: "private", message_count: 3 } }));
  run(sample("BeforeLLMCall", { messages: [{ role: "user", content: "private" }], tool_count: 3 }));
  assert.deepEqual(lines(file).map(({ agent, key, fields }) => [agent, key, fields]), [
    ["moltis", "BeforeToolCall", ["session_key", "tool_name", "arguments"]],
    ["moltis", "GatewayStart", ["session_key", "address"]],
    ["moltis", "SessionEnd", ["session_id", "message_count"]],
    ["moltis", "BeforeLLMCall", ["session_key", "messages", "tool_count"]],
  ]);
  assert.doesNotMatch(readFileSync(file, "utf8"), /private|bash/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test("Moltis: hostile events are skipped or give names only, and always go on", linux, (t) => {
  const home = newHome(t);
  const file = seen(home, "moltis");
  const run = shell(home, "moltis");
  for (const input of [
    "", "null", "[]", '"x"', "{", "no json \u0000 at all", sample('x","y":"z'), sample("$(touch evil)"), sample("a".repeat(200)),
    `{"event":"Command","a\\"b":1,"c d":2,"$(id)":3,"ok":4,"event":{"event":"Other"}}`,
    `${'{"a":'.repeat(5000)}1`,
    sample("MessageReceived", { content: "x".repeat(3_000_000) }),
  ])
    assert.equal(run(input), "");
  const heard = lines(file);
  assert.deepEqual(heard.map(({ key, fields }) => [key, fields]), [
    ["Command", ["ok", "event"]],
    ["MessageReceived", ["session_key", "content"]],
  ]);
});

test("Moltis: a file that has grown is folded, also while others are writing", linux, async (t) => {
  const home = newHome(t);
  const file = seen(home, "moltis");
  const run = shell(home, "moltis");
  run(sample("GatewayStart", { address: "a" }));
  const line = readFileSync(file, "utf8");
  const other = line.replace("GatewayStart", "Command").replace('"address"', '"action"');
  write(file, line + other.repeat(1200) + "torn\n");
  run(sample("Command", { sender_id: "b" }));
  const all = lines(file);
  assert.deepEqual(all.map(({ key, count, fields }) => [key, count, fields]), [
    ["GatewayStart", 1, ["session_key", "address"]],
    ["Command", 1200, ["session_key", "action"]],
    ["Command", undefined, ["session_key", "sender_id"]],
  ]);
  // Many at once: each is a line of its own.
  const cwd = join(home, "agent", "hooks", "roll-call");
  const runs = Array.from({ length: 12 }, () => {
    const child = spawn("sh", ["-c", "./handler.sh"], { cwd, stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.end(sample("SessionStart"));
    return once(child, "exit");
  });
  assert.ok((await Promise.all(runs)).every(([code]) => code === 0));
  assert.equal(lines(file).filter(({ key }) => key === "SessionStart").length, 12);
});

test("ZeroClaw: the event of its HOOK.toml counts where none is handed over", posix, (t) => {
  const home = newHome(t);
  const file = seen(home, "zeroclaw");
  const run = shell(home, "zeroclaw");
  run("");
  run(JSON.stringify({ event: "on_heartbeat_tick", data: { tick: 1 } }));
  if (process.platform !== "linux") return;
  assert.deepEqual(lines(file).map(({ key, fields }) => [key, fields]), [
    ["on_message_received", []],
    ["on_heartbeat_tick", ["tick"]],
  ]);
});

test("Moltis: a trial in Tacklebox is not noted, and what cannot be written disturbs nobody", linux, (t) => {
  const home = newHome(t);
  const file = seen(home, "moltis");
  const run = shell(home, "moltis");
  process.env.TACKLEBOX_RUN = "1";
  run(sample("Command"));
  delete process.env.TACKLEBOX_RUN;
  assert.ok(!existsSync(file));
  write(join(home, ".local"), "a file");
  assert.equal(run(sample("Command")), "");
});
