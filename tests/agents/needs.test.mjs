// Hooks that ask for things by odd names, that are called by odd names, and manifests and configs that few people
// have: asked of each agent and version that npm has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { askFamily } from "./family-ask.mjs";
import { absent, loader } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { askOpenclaw, node, openclaw, OWN, VERSIONS } from "./openclaw-ask.mjs";
import { byName, loaded } from "./tacklebox.mjs";

const FAMILY = { milady: "2026-03-01", eliza: "2.0.0-beta.2" };
const KEY = "gateway:startup";

/** A hook of an agent; `requires` and whatever else is below the agent's own key. */
const md = (agent, name, more = {}) =>
  `---\nname: ${name}\ndescription: d\nmetadata: ${JSON.stringify({ [agent]: { events: [KEY], ...more } })}\n---\n`;
const requires = (kind, ...names) => ({ requires: { [kind]: names } });

/** What hooks ask for. Of an OpenClaw since 2026.8 none may ask for a variable that breaks it. */
const NEEDS = [
  ...["./nope/../sh", "../bin/sh", "nope/../sh", "/bin/sh", "/../../bin/sh", "sh/", "sh/.", "../bin/", "."].map((name) => ["bins", name]),
  ["anyBins", "./nope/../sh"],
  ...["hooks.toString", "hooks.constructor", "hooks.__proto__", "hooks.internal.valueOf", "toString", "hooks.toString.name", "hooks.internal.load.extraDirs.length", "hooks.internal.load.extraDirs.map", "hooks.internal.load.extraDirs.0"].map((path) => ["config", path]),
];
const VARIABLES = ["constructor", "toString", "__proto__", "hasOwnProperty"].map((name) => ["env", name]);

/** Words of which YAML makes something else than a text, or might. */
const NAMES = ["1_000", "0b11", ".inf", "-.inf", ".nan", "0x1F", "-0x1F", "0X1F", "0o17", "0O17", "017", "1e3", "1e-7", "1e21", "1.50", "-0", "+5", ".5", "~", "yes", "true", "2020-01-01", "12:30", "'.inf'", "0b1001 # three", "_1", "1__0"];

/** Puts hooks into the agent's own folder, each with its manifest. */
function hooks(it, agent, all) {
  for (const [folder, text] of Object.entries(all)) {
    put(it, `.${agent}/hooks/${folder}/HOOK.md`, text);
    for (const ending of agent === "openclaw" ? ["js"] : ["ts", "js"])
      put(it, `.${agent}/hooks/${folder}/handler.${ending}`, "export default async () => {};\n");
  }
}
const each = (list, made) => Object.fromEntries(list.map((one, at) => [`h${at}`, made(one, `h${at}`)]));

/** The homes: what is in them besides the switch of all hooks. */
function rows(agent, version) {
  const needs = version && version !== "2026.7.35" ? NEEDS : [...NEEDS, ...VARIABLES];
  const long = "xé\n".repeat(500 * 1024);
  const on = { hooks: { internal: { enabled: true, load: { extraDirs: ["~/none"] } } } };
  const all = {
    "odd names of what is required": [on, (it) => hooks(it, agent, each(needs, ([kind, name], own) => md(agent, own, requires(kind, name))))],
    "a manifest of more than 1 MiB": [on, (it) => hooks(it, agent, { long: md(agent, "long") + long, short: md(agent, "short") })],
  };
  if (agent === "openclaw") {
    all["odd names of hooks"] = [on, (it) => hooks(it, agent, each(NAMES, (name) => md(agent, name)))];
    all["odd names of events"] = [on, (it) => hooks(it, agent, each(["1_0", "0b1", "0x1F", "0X1F", "1e-7"], (event, own) => `---\nname: ${own}\ndescription: d\nmetadata:\n  openclaw:\n    events:\n      - ${event}\n---\n`))];
    const beside = (own) => (it) => hooks(it, agent, { a: md(agent, "a"), m: md(agent, "m", own), z: md(agent, "z") });
    all["a variable that breaks it"] = [on, beside(requires("env", "constructor"))];
    all["that, behind one that is missing"] = [on, beside(requires("env", "NOT_THERE", "constructor"))];
    all["that, before one that is missing"] = [on, beside(requires("env", "valueOf", "NOT_THERE"))];
    all["that, and a program that is missing"] = [on, beside({ requires: { bins: ["not-there"], env: ["toString"] } })];
    all["that, always"] = [on, beside({ always: true, ...requires("env", "constructor") })];
    all["that, on another system"] = [on, beside({ os: ["win32"], ...requires("env", "constructor") })];
    all["that, off"] = [{ hooks: { internal: { ...on.hooks.internal, entries: { m: { enabled: false } } } } }, beside(requires("env", "constructor"))];
  } else {
    const workspace = (dir) => ({ agents: { defaults: { workspace: dir } } });
    const both = (it) => {
      hooks(it, agent, { own: md(agent, "own") });
      put(it, `.${agent}/workspace/hooks/w/HOOK.md`, md(agent, "w"));
      put(it, `.${agent}/workspace/hooks/w/handler.ts`, "export default async () => {};\n");
    };
    for (const dir of ["", "  ", "\t", "~"]) all[`a workspace of ${JSON.stringify(dir)}`] = [workspace(dir), both];
    for (const text of ["[]", "null", "1", "true", '"x"', "{}"])
      for (const include of ["./more.json", ["./more.json", "./none.json"]])
        all[`${text} included as ${JSON.stringify(include)}`] = [
          { $include: include },
          (it) => [both(it), put(it, `.${agent}/more.json`, text), put(it, `.${agent}/none.json`, "{}")],
        ];
  }
  return all;
}

async function compared(agent, version, ask) {
  const all = rows(agent, agent === "openclaw" ? version : undefined);
  const wrong = [];
  for (const [what, [config, made]] of Object.entries(all)) {
    const it = fresh();
    try {
      put(it, `.${agent}/${agent}.json`, JSON.stringify(config));
      made(it);
      const ours = loaded(it, agent, version).hooks;
      const answer = await ask(it);
      const theirs = byName(answer.hooks.filter(({ name }) => !OWN.includes(name)).map(({ name, events }) => [name, events]));
      if (JSON.stringify(ours) !== JSON.stringify(theirs))
        wrong.push(`${what}\n  we say:   ${JSON.stringify(ours)}\n  it loads: ${JSON.stringify(theirs)} ${answer.configRefused ?? answer.died ?? ""}`);
    } finally {
      it.done();
    }
  }
  const count = Object.keys(all).length;
  note(`${agent} ${version}`, "odd needs and manifests", count, count - wrong.length);
  assert.equal(wrong.length, 0, wrong.join("\n"));
}

for (const [agent, version] of Object.entries(FAMILY))
  test(`odd needs and manifests are taken as by ${agent}`, { skip: absent(() => [loader(agent)]) }, () =>
    compared(agent, version, (it) => askFamily(agent, it.home, { path: it.path })));

for (const version of VERSIONS)
  test(`odd needs and manifests are taken as by OpenClaw ${version}`, { skip: absent(() => [openclaw(version), node()]) }, () =>
    compared("openclaw", version, (it) => askOpenclaw(version, it.home, { path: it.path })));
