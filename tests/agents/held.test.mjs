// Hooks that do not come back where they are called: which others are then called when the agent has started, by the whole
// gateway of OpenClaw, and by the loaders of Milady and Eliza.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { note } from "./agreement.mjs";
import { askFamily } from "./family-ask.mjs";
import { absent, loader } from "./fetch.mjs";
import { run, until } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { loaded } from "./tacklebox.mjs";

const NEVER = "await new Promise(() => {});";
/** What the one in the middle listens to, and does. */
const ROWS = {
  "comes back": ["gateway:startup", ""],
  "waits for what never comes": ["gateway:startup", NEVER],
  "answers with what never comes": ["gateway:startup", "return new Promise(() => {});"],
  "goes round": ["gateway:startup", "for (;;) await new Promise((done) => setTimeout(done, 500));"],
  "goes round and waits for nothing": ["gateway:startup", "for (;;);"],
  "fails in its loop": ["gateway:startup", 'for (;;) await Promise.reject(new Error("x"));'],
  "uses what nobody has": ["gateway:startup", `absent(); ${NEVER}`],
  "asks for the event first": ["gateway:startup", `if (event.type !== "gateway" || event.action !== "startup") return; ${NEVER}`],
  "asks for another event": ["gateway:startup", `if (event.action === "shutdown") { ${NEVER} }`],
  "ends the agent": ["gateway:startup", "process.exit(0);"],
  "whole category": ["gateway", NEVER],
  "leaves something running": ["gateway:startup", "setInterval(() => {}, 1000);"],
};

/** A home with five hooks, each of which writes its name. */
function home(agent, [events, does]) {
  const it = fresh();
  if (agent === "openclaw")
    put(it, ".openclaw/openclaw.json", '{gateway: {mode: "local"}, hooks: {internal: {enabled: true}}}');
  const add = (name, key, text = "") => {
    const dir = `.${agent}/hooks/${name}`;
    const metadata = JSON.stringify({ [agent]: { events: [key] } });
    put(it, `${dir}/HOOK.md`, `---\nname: ${name}\ndescription: d\nmetadata: ${metadata}\n---\n`);
    const writes = `appendFileSync(${JSON.stringify(join(it.home, "called"))}, "${name}\\n");`;
    put(it, `${dir}/handler.ts`, `import { appendFileSync } from "node:fs";\nexport default async function run(event) {\n  ${writes}\n  ${text}\n}\n`);
  };
  add("a", "gateway:startup");
  add("b", events, does);
  add("c", "gateway:startup");
  add("d", "gateway");
  add("e", "gateway:startup");
  return it;
}

const called = (it) => {
  const file = join(it.home, "called");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean).sort() : [];
};
const ofUs = (it, agent, version) => {
  const own = loaded(it, agent, version).all.filter((hook) => hook.dir !== null && hook.source === "managed");
  return own.filter((hook) => hook.runtime.called.length > 0).map(({ name }) => name).sort();
};

for (const version of VERSIONS)
  test(`OpenClaw ${version}: behind a hook that does not come back those are called that are said to be`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    for (const [name, row] of Object.entries(ROWS)) {
      const it = home("openclaw", row);
      const says = ofUs(it, "openclaw", version);
      const gateway = await run(version, it, ["--auth", "none", "--bind", "loopback"]);
      try {
        assert.ok(await until(gateway, () => called(it).includes("b")), `${name}: it is up`);
        // Those after it would be called at once.
        await wait(2_000);
        assert.deepEqual(says, called(it), name);
      } finally {
        await gateway.stop();
        it.done();
      }
    }
    const all = Object.keys(ROWS).length;
    note(`OpenClaw ${version}`, "hooks that do not come back", all, all);
  });

for (const [agent, version] of [["milady", "2026-03-01"], ["eliza", "2.0.0-beta.2"]])
  test(`${agent} ${version}: behind a hook that does not come back those are called that are said to be`, { skip: absent(() => loader(agent)) }, async () => {
    const rows = Object.entries(ROWS).map(async ([name, row]) => {
      const it = home(agent, row);
      try {
        const says = ofUs(it, agent, version);
        // One that waits for ever is ended after a while, without an answer.
        await askFamily(agent, it.home).catch(() => null);
        const does = called(it);
        // In which order they are called on bun is up to the disk: what we then cannot know is said to be called.
        assert.deepEqual(does.filter((one) => !says.includes(one)), [], `${name}: called, and said not to be`);
        return { name, says, does };
      } finally {
        it.done();
      }
    });
    const all = await Promise.all(rows);
    const of = (name) => all.find((row) => row.name === name).does;
    assert.deepEqual(of("comes back"), ["a", "b", "c", "d", "e"]);
    assert.deepEqual(of("whole category").slice(0, 2), ["a", "b"], "those of the single event come first");
    assert.ok(!of("waits for what never comes").includes("d"), "and so it is not called");
  });
