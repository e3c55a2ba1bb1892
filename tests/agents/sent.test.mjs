// What an event carries, beside what is said of it: a hook in a gateway of OpenClaw writes down which fields it was
// told, and the samples that hooks are tried with have no others. Of Milady and Eliza the one line that sends is read.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent, loader } from "./fetch.mjs";
import { run, until } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { tacklebox } from "./tacklebox.mjs";

const TOKEN = "abcdefghijkl";
/** What a channel alone says. */
const OF_CHANNELS = ["senderId"];
/** What a gateway without a model and a channel sends. */
const SEEN = ["command:new", "gateway:shutdown", "gateway:startup", "message:preprocessed", "message:received", "session:patch"];

const HOOK = (file) => `import { appendFileSync } from "node:fs";
export default async (event) => {
  const of = event.type + ":" + event.action;
  const said = { of, session: event.sessionKey, fields: Object.keys(event.context) };
  appendFileSync(${JSON.stringify(file)}, JSON.stringify(said) + "\\n");
};
`;

/** The samples of an agent in a version, by event. */
const samples = (it, agent, version) => {
  const { json } = tacklebox(it, ["events", "--agent", agent, "--runtime", `${agent}=${version}`]);
  return new Map(json.map(({ key, sample }) => [key, sample]));
};

for (const version of VERSIONS)
  test(`OpenClaw ${version}: a sample has no field that its event has not`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = fresh();
    const file = join(it.home, "told");
    const config = {
      gateway: { mode: "local", bind: "loopback", auth: { mode: "token", token: TOKEN } },
      hooks: { internal: { enabled: true, entries: { tells: { enabled: true } } } },
    };
    put(it, ".openclaw/openclaw.json", JSON.stringify(config));
    const metadata = JSON.stringify({ openclaw: { events: ["agent", "command", "gateway", "message", "session"] } });
    put(it, ".openclaw/hooks/tells/HOOK.md", `---\nname: tells\ndescription: d\nmetadata: ${metadata}\n---\n`);
    put(it, ".openclaw/hooks/tells/handler.js", HOOK(file));
    const told = () => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(JSON.parse) : []);
    const came = (key) => until(gateway, () => told().some(({ of }) => of === key));
    const gateway = await run(version, it);
    try {
      assert.ok(await came("gateway:startup"), "it starts");
      await gateway.call("chat.send", { sessionKey: "main", message: "hello", idempotencyKey: "a" }, TOKEN);
      assert.ok(await came("message:preprocessed"), "a message arrives");
      await gateway.call("sessions.reset", { key: "main", reason: "new" }, TOKEN);
      assert.ok(await came("command:new"), "a session starts over");
      await gateway.call("sessions.patch", { key: "main", thinkingLevel: "low" }, TOKEN);
      assert.ok(await came("session:patch"), "a session is changed");
      await gateway.end();
    } finally {
      await gateway.stop();
    }
    const all = samples(it, "openclaw", version);
    const known = new Set();
    for (const { of, session, fields } of told()) {
      const sample = all.get(of);
      assert.ok(sample, `${of} has a sample`);
      assert.deepEqual(Object.keys(sample).filter((field) => ![...fields, ...OF_CHANNELS].includes(field)), [], of);
      assert.equal(session, of.startsWith("gateway:") ? of : "agent:main:main", of);
      known.add(of);
    }
    assert.deepEqual(SEEN.filter((key) => !known.has(key)), []);
    note(`OpenClaw ${version}`, "events, what they carry", known.size, known.size);
  });

for (const [agent, version] of [["milady", "2026-03-01"], ["eliza", "2.0.0-beta.2"]])
  test(`${agent} sends its start with its config and nothing else`, { skip: absent(() => [loader(agent).src]) }, () => {
    const { src } = loader(agent);
    const start = [join(src, "runtime/eliza.js"), join(src, "runtime/eliza.ts")].find((path) => existsSync(path));
    const sends = /createHookEvent\("gateway",\s*"startup",\s*"system",\s*\{\s*cfg: config,?\s*\}\)/;
    assert.match(readFileSync(start, "utf8"), sends);
    assert.deepEqual(samples(fresh(), agent, version).get("gateway:startup"), { cfg: {} });
  });
