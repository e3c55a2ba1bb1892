// The hooks and plugins that ship, at work: installed by the command line in a home of OpenClaw, whose whole gateway
// talks to a model that is played here.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { run, until } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { tacklebox } from "./tacklebox.mjs";

const TOKEN = "abcdefghijkl";
/** Each of them shows what it does. */
const INSTALLED = ["block-dangerous-commands", "daily-summary", "roll-call", "sandbox-writes", "session-memory", "tool-logger", "workspace-backup"];

/** The end of a page of our session-memory. OpenClaw's own writes `user: "…"`, below another heading. */
const TALK =
  "## Conversation\n\n**user**\n> Please plan the roof\n\n**assistant**\n> Done.\n\n**user**\n> And the door\n\n**assistant**\n> Done.\n";

/** A model that asks for one tool per message that names one, and keeps what the tools answered. */
async function played() {
  const asked = new Set();
  const answers = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    if (!request.url.includes("chat/completions")) return response.end(JSON.stringify({ data: [{ id: "m" }] }));
    const { messages } = JSON.parse(body);
    answers.push(...messages.filter(({ role }) => role === "tool").map(({ content }) => JSON.stringify(content)));
    const said = messages.filter(({ role }) => role === "user").map(({ content }) => JSON.stringify(content));
    const named = said.flatMap((text) => [...text.matchAll(/TOOL (\w+) (\S+) (.*?) END/g)]);
    const next = named.find(([whole]) => !asked.has(whole));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta, finish_reason = null) => {
      const choices = [{ index: 0, delta, finish_reason }];
      response.write(`data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`);
    };
    if (next) {
      const [whole, name, key, value] = next;
      asked.add(whole);
      const parts = key === "path" ? { path: value, content: "x" } : { [key]: value };
      const tool = { index: 0, id: `t${asked.size}`, type: "function", function: { name, arguments: JSON.stringify(parts) } };
      send({ role: "assistant", tool_calls: [tool] });
      send({}, "tool_calls");
    } else {
      send({ role: "assistant", content: "Done." });
      send({}, "stop");
    }
    response.end("data: [DONE]\n\n");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { answers, port: server.address().port, stop: () => server.close() };
}

for (const version of VERSIONS)
  test(`OpenClaw ${version}: the hooks and plugins that ship do what they say in its gateway`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = fresh();
    const model = await played();
    const own = (...path) => join(it.home, ".openclaw", ...path);
    const provider = { baseUrl: `http://127.0.0.1:${model.port}/v1`, apiKey: "k", api: "openai-completions" };
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const models = [{ id: "m", name: "m", reasoning: false, input: ["text"], cost, contextWindow: 200_000, maxTokens: 1000 }];
    const config = {
      gateway: { mode: "local", bind: "loopback", auth: { mode: "token", token: TOKEN } },
      hooks: { internal: { enabled: true } },
      agents: { defaults: { model: { primary: "own/m" } } },
      models: { providers: { own: { ...provider, models } } },
    };
    put(it, ".openclaw/openclaw.json", JSON.stringify(config));
    put(it, ".openclaw/workspace/NOTES.md", "mine\n");
    const as = ["--agent", "openclaw", "--runtime", `openclaw=${version}`];
    for (const name of INSTALLED) {
      // OpenClaw brings a session-memory of its own.
      const { status, stderr } = tacklebox(it, ["hooks", "install", name, "--yes", "--replace", ...as]);
      assert.equal(status, 0, stderr);
    }
    const gateway = await run(version, it);
    let sent = 0;
    const say = (message) =>
      gateway.call("chat.send", { sessionKey: "main", message, idempotencyKey: `k${++sent}` }, TOKEN);
    const finished = async (runId) => {
      const ended = async () => (await gateway.call("agent.wait", { runId, timeoutMs: 9_000 }, TOKEN)).includes('"ok"');
      for (let tries = 0; tries < 12; tries += 1) if (await ended()) return;
    };
    const answered = (words) => until(gateway, () => model.answers.some((answer) => answer.includes(words)));
    const read = (...path) => (existsSync(own(...path)) ? readFileSync(own(...path), "utf8") : "");
    const names = (...path) => (existsSync(own(...path)) ? readdirSync(own(...path)) : []);
    const did = [];
    const does = async (name, so) => (await so) && did.push(name);
    try {
      const backup = () => names("backups", "workspace").some((day) => read("backups", "workspace", day, "NOTES.md") === "mine\n");
      await does("workspace-backup", until(gateway, backup));

      await say("TOOL exec command rm -rf / END");
      await does("block-dangerous-commands", answered("Blocked a dangerous command"));

      const outside = join(it.home, "outside.txt");
      await say(`TOOL write path ${outside} END`);
      await does("sandbox-writes", answered("File writes only allowed in"));
      assert.ok(!existsSync(outside), "what is refused is not written");

      await say("TOOL exec command echo hello END");
      const logged = () => read("logs", "tools.log").split("\n").filter((line) => line.includes('"tool":"exec"')).length === 2;
      await does("tool-logger", until(gateway, logged));

      await answered("hello");
      await gateway.call("sessions.reset", { key: "main", reason: "new" }, TOKEN);
      const summary = () => names("workspace", "memory").filter((name) => name.endsWith("-summary.md"));
      const counts = () => summary().some((page) => /3 messages received[^]*1 command \(\/new 1\)/.test(read("workspace", "memory", page)));
      await does("daily-summary", until(gateway, counts));

      const kept = () => names("workspace", "memory").filter((name) => !name.endsWith("-summary.md"));
      const pages = () => kept().map((name) => read("workspace", "memory", name));
      assert.equal(pages().length, 1);
      // Such a reset names the transcript and nothing of what is in it: since 2026.8 that is a database, and our hook reads files.
      assert.equal(/> TOOL exec command echo hello END\n/.test(pages()[0]), version === "2026.7.35", pages()[0]);
      for (const words of ["Please plan the roof", "And the door"]) {
        await say(words);
        await finished(`k${sent}`);
      }
      // One that is said in the chat hands over what was said.
      await gateway.callAsOwner("chat.send", { sessionKey: "main", message: "/new", idempotencyKey: "new" }, TOKEN);
      await does("session-memory", until(gateway, () => pages().some((page) => page.endsWith(TALK))));
      assert.deepEqual(pages().filter((page) => !page.startsWith("# Session of ")), [], "OpenClaw's own wrote nothing");

      const { json } = tacklebox(it, ["hooks", "seen", "--agent", "openclaw"]);
      const heard = json.map(({ key }) => key);
      const moments = ["gateway:startup", "message:received", "message:preprocessed", "agent:bootstrap", "command:new"];
      await does("roll-call", moments.every((key) => heard.includes(key)));
      note(`OpenClaw ${version}`, "hooks and plugins that ship, at work in its gateway", INSTALLED.length, did.length);
      assert.deepEqual(did.sort(), INSTALLED);
    } finally {
      await gateway.stop();
      model.stop();
      it.done();
    }
  });
