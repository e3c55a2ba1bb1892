// What is said of hooks for Milady and Eliza, beside what their published loaders do with the same homes.
// Part of `npm test` where the registry has them: about a tenth of a second a home.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { repairedAndRegistered } from "./broken.mjs";
import { askFamily, bun } from "./family-ask.mjs";
import { absent, here, loader } from "./fetch.mjs";
import { agree } from "./generated.mjs";
import { node } from "./openclaw-ask.mjs";
import { cases, fresh, made, put, recorded } from "./homes.mjs";
import { byName, loaded, tacklebox } from "./tacklebox.mjs";

const VERSIONS = { milady: "2026-03-01", eliza: "2.0.0-beta.2" };

for (const [agent, version] of Object.entries(VERSIONS)) {
  const skip = absent(() => loader(agent));

  test(`${agent} ${version}: recorded homes`, { skip }, () =>
    compare(agent, version, "recorded homes", recordedFor(agent)));

  test(`${agent} ${version}: homes of the conformance cases`, { skip }, () =>
    compare(agent, version, "conformance cases", cases(agent, version)));

  test(`${agent} ${version}: generated homes`, { skip }, () =>
    agree(agent, version, { homes: 60, count: 8 }, (it) => askFamily(agent, it.home, { env: it.env })));

  test(`${agent} ${version}: hooks that ship, and a new one`, { skip }, async () => {
    const it = fresh();
    try {
      const names = included(it, agent);
      assert.ok(names.length > 0, "none ships");
      for (const name of names) tacklebox(it, ["hooks", "install", name, "--agent", agent]);
      tacklebox(it, ["hooks", "new", "mine", "--event", "gateway:startup", "--agent", agent]);
      const { same, ours, theirs } = await both(agent, version, it);
      note(`${agent} ${version}`, "hooks that ship", ours.hooks.length, same ? ours.hooks.length : 0);
      assert.deepEqual(ours, theirs);
      // Those that need a key or a program are not loaded, by either.
      assert.ok(ours.hooks.length >= 4, JSON.stringify(ours));
    } finally {
      it.done();
    }
  });

  test(`${agent} ${version}: a setting that a hook asks for is written where it is read`, { skip }, async () => {
    const it = fresh();
    try {
      hook(it, agent, { events: ["gateway:startup"], requires: { config: ["hooks.entries.wants.apiKey"] } });
      assert.deepEqual((await both(agent, version, it)).theirs.hooks, []);
      const path = "hooks.entries.wants.apiKey";
      const set = tacklebox(it, ["hooks", "set", "wants", "--config", path, "k", "--agent", agent]);
      assert.equal(set.status, 0, set.stdout);
      const { ours, theirs } = await both(agent, version, it);
      assert.deepEqual(theirs.hooks, [["wants", ["gateway:startup"]]]);
      assert.deepEqual(ours, theirs);
    } finally {
      it.done();
    }
  });
}

// Node sorts what is in a folder, bun takes it as the disk lists it: what is said has to hold for both.
for (const [agent, version] of Object.entries(VERSIONS)) {
  // What is published of Milady's loader runs on bun alone.
  const runtimes = agent === "eliza" ? [bun, node] : [bun];
  const skip = absent(() => [loader(agent), ...runtimes.map((runtime) => runtime())]);
  test(`${agent} ${version}: which hooks come before the one that ends its loader`, { skip }, async () => {
    const it = fresh();
    try {
      const names = ["bb", "aa", "zz", "cc", "mm", "dd"];
      for (const name of names) {
        const own = { events: ["gateway:startup"], ...(name === "cc" ? { requires: { anyBins: "sh" } } : {}) };
        put(it, `.${agent}/hooks/${name}/HOOK.md`, `---\nname: ${name}\nmetadata: ${JSON.stringify({ [agent]: own })}\n---\n`);
        put(it, `.${agent}/hooks/${name}/handler.ts`, "export default async () => {};\n");
      }
      const says = new Map(loaded(it, agent, version).all.map((hook) => [hook.name, hook.runtime.loads]));
      assert.equal(says.get("cc"), false);
      for (const runtime of runtimes) {
        const answer = await askFamily(agent, it.home, { env: it.env, path: it.path, on: runtime() });
        const real = answer.hooks.map((hook) => hook.name);
        const wrong = names.filter((name) => says.get(name) !== null && says.get(name) !== real.includes(name));
        assert.deepEqual(wrong, [], JSON.stringify({ says: [...says], real }));
      }
    } finally {
      it.done();
    }
  });
}

for (const [agent, version] of Object.entries(VERSIONS)) {
  const skip = absent(() => loader(agent));
  test(`${agent} ${version}: what is broken is repaired, and then it loads`, { skip }, () =>
    repairedAndRegistered(agent, version, "gateway:startup", "{}\n", (it) => askFamily(agent, it.home, { path: it.path })));
}

const noEliza = absent(() => loader("eliza"));
test(`eliza ${VERSIONS.eliza}: hooks of the folder that it is started in`, { skip: noEliza }, async () => {
  const manifest = `---\nname: hi\nmetadata: ${JSON.stringify({ eliza: { events: ["gateway:startup"] } })}\n---\n`;
  const handler = (word) => `export default async (e) => { e.messages.push("${word}"); };\n`;
  const named = JSON.stringify({ agents: { defaults: { workspace: "~/elsewhere" } } });
  for (const [what, files, config, wanted] of [
    ["a folder like any other", [], "{}", "own"],
    ["a folder with AGENTS.md", ["AGENTS.md"], "{}", "project"],
    ["a folder with package.json", ["package.json"], "{}", "project"],
    ["its config names a workspace", ["AGENTS.md"], named, "own"],
  ]) {
    const it = fresh();
    try {
      put(it, ".eliza/eliza.json", config);
      for (const [dir, word] of [
        [".eliza/hooks/hi", "own"],
        ["code/site/hooks/hi", "project"],
      ]) {
        put(it, `${dir}/HOOK.md`, manifest);
        put(it, `${dir}/handler.ts`, handler(word));
      }
      for (const file of files) put(it, `code/site/${file}`, "{}");
      const cwd = join(it.home, "code/site");
      const answer = await askFamily("eliza", it.home, { cwd });
      assert.deepEqual(answer.fires["gateway:startup"], [wanted], what);
      assert.equal(tacklebox(it, ["hooks", "projects", "add", cwd, "--agent", "eliza"]).status, 0);
      const { all } = loaded(it, "eliza", VERSIONS.eliza);
      const [project] = all.filter((one) => one.project !== null);
      assert.equal(project.runtime.loads !== false, wanted === "project", what);
      assert.equal(project.state, wanted === "project" ? "ready" : "not-called", what);
    } finally {
      it.done();
    }
  }
});

function hook(it, agent, metadata) {
  const manifest = `---\nname: wants\nmetadata: ${JSON.stringify({ [agent]: metadata })}\n---\n`;
  put(it, `.${agent}/hooks/wants/HOOK.md`, manifest);
  put(it, `.${agent}/hooks/wants/handler.ts`, "export default async () => {};\n");
  put(it, `.${agent}/${agent}.json`, "{}\n");
}

/** Milady's recorded homes, and the same ones with Eliza's words. */
function recordedFor(agent) {
  const words = (text) =>
    agent === "eliza"
      ? text.replaceAll(".milady", ".eliza").replaceAll("milady", "eliza").replaceAll("MILADY_", "ELIZA_")
      : text;
  const own = JSON.parse(words(JSON.stringify(recorded("milady"))));
  return own.map((one) => ({ id: one.id, make: () => made(one) }));
}

/** The included hooks that there are for this agent. */
function included(it, agent) {
  const names = readdirSync(join(here, "..", "..", "hooks-bundled"), { withFileTypes: true });
  const folders = names.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return folders.filter(
    (name) => tacklebox(it, ["hooks", "install", name, "--agent", agent, "--dry-run"]).status === 0,
  );
}

const isStart = (key) => key === "gateway" || key === "gateway:startup";

async function both(agent, version, it) {
  const ours = loaded(it, agent, version);
  const answer = await askFamily(agent, it.home, { env: it.env, path: it.path });
  const known = (event) => !ours.open.includes(event);
  // Of these only running them tells, so nothing is said.
  const unknown = new Set(ours.all.filter(({ runtime }) => runtime.loads === null).map(({ name }) => name));
  const said = (hooks) => hooks.filter(([name]) => !unknown.has(name));
  const theirs = {
    hooks: said(byName(answer.hooks.map(({ name, events }) => [name, events]))),
    legacy: answer.legacy.map(({ event }) => event).filter(known).sort(),
  };
  // Whether the event of the start comes to any hook: after its loader ended, the agent sends none.
  theirs.calls = answer.died === null && answer.hooks.some(({ events }) => events.some(isStart));
  const calls = ours.called.some(([, keys]) => keys.some(isStart));
  const own = { hooks: said(ours.hooks), legacy: ours.legacy.filter(known), calls };
  return { ours: own, theirs, answer, same: JSON.stringify(own) === JSON.stringify(theirs) };
}

async function compare(agent, version, what, homes) {
  const wrong = [];
  for (const one of homes) {
    const it = one.make();
    try {
      const { same, ours, theirs, answer } = await both(agent, version, it);
      if (!same) {
        const log = answer.log?.join("\n    ");
        wrong.push(`${one.id}\n  we say:   ${JSON.stringify(ours)}\n  it loads: ${JSON.stringify(theirs)}\n    ${log}`);
      }
    } finally {
      it.done();
    }
  }
  note(`${agent} ${version}`, what, homes.length, homes.length - wrong.length);
  assert.ok(homes.length > 0, "no home was found");
  assert.equal(wrong.length, 0, `${wrong.length} of ${homes.length} differ:\n${wrong.join("\n")}`);
}
