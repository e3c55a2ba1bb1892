// What is said of hooks for OpenClaw, and what is written for it, beside the program itself in each version that is known.
// Slow (`npm run test:agents`): its loader takes seconds a home, its gateway half a minute.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent, here } from "./fetch.mjs";
import { agree } from "./generated.mjs";
import { cases, fresh, made, put, recorded } from "./homes.mjs";
import { askOpenclaw, command, node, openclaw, OWN, validated, VERSIONS } from "./openclaw-ask.mjs";
import { byName, loaded, tacklebox } from "./tacklebox.mjs";

/** Answers that differ, each with its reason. */
const KNOWN = {
  // "2026.9.6/some-home": "why",
};

/** What the whole gateway does with plugins and with settings that it puts in order, before it comes to its loader: `late.test.mjs` and `plugin-faults.test.mjs` ask that. */
const OF_THE_GATEWAY = [
  "now-channel-without-its-plugin",
  "now-config-retired",
  "now-config-settled",
  "now-plugin-ends-as-it-registers",
  "now-plugin-left-out",
  "now-plugin-that-ends",
];

for (const version of VERSIONS) {
  const skip = absent(() => [openclaw(version), node()]);

  test(`OpenClaw ${version} takes every config that is written for it`, { skip }, () => writes(version));

  test(`OpenClaw ${version}: a switch does what was said, and nothing beside it`, { skip }, () => turnedOn(version));

  test(`OpenClaw ${version}: recorded homes`, { skip }, async () => {
    const homes = recorded("openclaw").map((one) => ({ id: one.id, make: () => made(one) }));
    await compare(version, "recorded homes", homes);
  });

  test(`OpenClaw ${version}: homes of the conformance cases`, { skip }, () =>
    compare(version, "conformance cases", cases("openclaw", version).filter(({ id }) => !OF_THE_GATEWAY.includes(id))));

  test(`OpenClaw ${version}: generated homes`, { skip }, () =>
    agree("openclaw", version, { homes: 4, count: 150 }, (it) => askOpenclaw(version, it.home, { env: it.env })));

  test(`OpenClaw ${version} is asked and says the same`, { skip }, () => asked(version));

  test(`OpenClaw ${version}: its gateway calls what is said to be called`, { skip }, () => gateway(version));
}

/** A home with one hook of a person, for these events. */
function home(config, events = ["command:new"], name = "hk") {
  const it = fresh();
  put(it, `.openclaw/hooks/${name}/HOOK.md`, manifest(name, events));
  put(it, `.openclaw/hooks/${name}/handler.ts`, "export default async () => {};\n");
  if (config !== null) put(it, ".openclaw/openclaw.json", config);
  return it;
}

const manifest = (name, events) =>
  `---\nname: ${name}\ndescription: d\nmetadata: ${JSON.stringify({ openclaw: { events } })}\n---\n`;

/** Edits as people make them, one after another; each config that comes out is shown to OpenClaw. */
const EDITS = [
  ["hooks", "enable", "hk"],
  ["hooks", "disable", "hk"],
  ["hooks", "enable", "hk", "--keep-others"],
  ["hooks", "set", "hk", "--env", "TOKEN"],
  ["hooks", "unset", "hk", "--env", "TOKEN"],
  ["hooks", "set", "hk", "--config", "hooks.entries.hk.apiKey", "secret"],
  ["hooks", "set", "hk", "--config", "hooks.internal.entries.hk.apiKey", "secret"],
  ["hooks", "new", "mine", "--event", "command:new"],
  ["hooks", "install", "./pack", "--yes"],
  ["hooks", "update", "packed"],
  ["hooks", "remove", "packed", "--with-settings"],
  ["config", "set", "hooks.internal.enabled", "true"],
  ["config", "set", "hooks.internal.enabled", "sure"],
  ["config", "set", "hooks.internal.load.extraDirs", "[\"~/more\"]"],
  ["config", "set", "hooks.internal.installs.x", "{source:'npm'}"],
  ["config", "set", "hooks.internal.handlers", "[{event:'command:new',module:'x.ts'}]"],
  ["config", "set", "hooks.handlers", "[{event:'before-tool-call',module:'x.ts'}]"],
  ["config", "set", "frobnicate", "1"],
  ["config", "set", "agents.defaults.workspace", "~/w"],
  ["config", "set", "env.vars.TOKEN", "x"],
  ["config", "unset", "hooks.internal.load"],
  ["hooks", "undo"],
];

/** Configs to start from. */
const STARTS = [null, "{}\n", "{hooks:{internal:{enabled:true}}}\n", "// mine\n{hooks:{internal:{entries:{other:{enabled:true}}}}}\n"];

/** A plugin that is the agent's memory and brings a channel is removed: what is left is a config that starts. */
function removedPlugin(version, seen) {
  const it = home(
    "{plugins:{slots:{memory:'gone'},entries:{gone:{enabled:true}}},channels:{talk:{token:'x'}}}\n",
  );
  try {
    put(
      it,
      ".openclaw/extensions/gone/openclaw.plugin.json",
      JSON.stringify({ id: "gone", kind: "memory", channels: ["talk"], configSchema: { type: "object" } }),
    );
    put(it, ".openclaw/extensions/gone/index.js", "export default { id: 'gone', register() {} };\n");
    const edit = ["plugins", "remove", "gone"];
    tacklebox(it, [...edit, "--runtime", `openclaw=${version}`]);
    const text = readFileSync(join(it.home, ".openclaw", "openclaw.json"), "utf8");
    assert.ok(!text.includes("gone"), text);
    seen.set(text, edit.join(" "));
  } finally {
    it.done();
  }
}

function writes(version) {
  const seen = new Map();
  removedPlugin(version, seen);
  for (const start of STARTS) {
    const it = home(start);
    try {
      put(it, "pack/HOOK.md", manifest("packed", ["command:new"]));
      put(it, "pack/handler.ts", "export default async () => {};\n");
      const shipped = ["welcome", "session-memory", "notify", "command-logger"];
      const all = [...EDITS, ...shipped.map((name) => ["hooks", "install", name])];
      for (const edit of all) {
        const args = [...edit, "--agent", "openclaw", "--runtime", `openclaw=${version}`];
        tacklebox(it, args, { input: "value\n" });
        const path = join(it.home, ".openclaw", "openclaw.json");
        const text = existsSync(path) ? readFileSync(path, "utf8") : "{}";
        if (!seen.has(text)) seen.set(text, edit.join(" "));
      }
    } finally {
      it.done();
    }
  }
  const texts = [...seen.keys()];
  const answers = validated(version, texts.map(json5));
  const wrong = texts.filter((_, at) => !answers[at].ok).map((text) => `${seen.get(text)}: ${text}`);
  note(`OpenClaw ${version}`, "configs written", texts.length, texts.length - wrong.length);
  assert.ok(texts.length > 20, `${texts.length} configs were written`);
  assert.deepEqual(wrong, []);
}

/** The configs are ours, so what of JSON5 is in them is known: comments, names and single quotes. */
function json5(text) {
  // biome-ignore lint/security/noGlobalEval: a config that this test wrote.
  return eval(`(${text.replaceAll(/^\s*\/\/.*$/gm, "")})`);
}

/** One hook is switched or made, from every start: it does what was said, and no other one is switched. */
async function turnedOn(version) {
  let same = 0;
  const edits = [
    ["hooks", "enable", "hk"],
    ["hooks", "disable", "hk"],
    ["hooks", "new", "mine", "--event", "command:new"],
  ];
  const starts = [
    ...STARTS,
    "{hooks:{internal:{enabled:false}}}\n",
    "{hooks:{internal:{enabled:true,entries:{hk:{enabled:false}}}}}\n",
    "{hooks:{internal:{enabled:true,entries:{other:{enabled:false}}}}}\n",
  ];
  for (const start of starts) {
    const it = home(start);
    try {
      put(it, ".openclaw/hooks/other/HOOK.md", manifest("other", ["command:reset"]));
      put(it, ".openclaw/hooks/other/handler.ts", "export default async () => {};\n");
      const file = join(it.home, ".openclaw/openclaw.json");
      // Its own hooks as well: its package is not on this PATH, so nothing but their names is known of them.
      const others = async () => {
        const { hooks } = await askOpenclaw(version, it.home);
        return { all: hooks, others: hooks.map(({ name }) => name).filter((name) => name !== "hk").sort() };
      };
      const before = (await others()).others;
      // By its text the same is written: it has to be right for the versions that there are.
      for (const [judged, edit] of [version, "documented"].flatMap((judged) => edits.map((edit) => [judged, edit]))) {
        if (start === null) rmSync(file, { force: true });
        else writeFileSync(file, start);
        rmSync(join(it.home, ".openclaw/hooks/mine"), { recursive: true, force: true });
        const keep = edit[1] === "new" ? [] : ["--keep-others"];
        const args = [...edit, ...keep, "--agent", "openclaw", "--runtime", `openclaw=${judged}`];
        const { status, stdout } = tacklebox(it, args);
        assert.equal(status, 0, stdout);
        const config = existsSync(file) ? readFileSync(file, "utf8") : "no config";
        const after = await others();
        const loads = after.all.some(({ name }) => name === "hk");
        if (edit[1] === "enable") assert.ok(loads, `by ${judged}, it does not load from ${start}: ${config}`);
        if (edit[1] === "disable") assert.ok(!loads, `by ${judged}, it loads from ${start}: ${config}`);
        assert.deepEqual(after.others, before, `by ${judged}, another one was switched by ${edit.join(" ")} from ${start}: ${config}`);
        same += 1;
      }
    } finally {
      it.done();
    }
  }
  note(`OpenClaw ${version}`, "hooks switched", starts.length * edits.length * 2, same);
}

async function compare(version, what, homes) {
  const wrong = [];
  for (const one of homes) {
    const it = one.make();
    try {
      const ours = loaded(it, "openclaw", version).hooks;
      const answer = await askOpenclaw(version, it.home, { env: it.env, path: it.path });
      const theirs = byName(
        answer.hooks.filter(({ name }) => !OWN.includes(name)).map(({ name, events }) => [name, events]),
      );
      const same = JSON.stringify(ours) === JSON.stringify(theirs);
      if (same === (KNOWN[`${version}/${one.id}`] !== undefined)) {
        const why = answer.configRefused ?? JSON.stringify(answer.failed);
        wrong.push(`${one.id}\n  we say:   ${JSON.stringify(ours)}\n  it loads: ${JSON.stringify(theirs)} ${why}`);
      }
    } finally {
      it.done();
    }
  }
  note(`OpenClaw ${version}`, what, homes.length, homes.length - wrong.length);
  assert.ok(homes.length > 0, "no home was found");
  assert.equal(wrong.length, 0, `${wrong.length} of ${homes.length} differ:\n${wrong.join("\n")}`);
}

/** `agents ask openclaw` with the real program on PATH. */
async function asked(version) {
  const plugins = '{entries:{"plug-on":{enabled:true},"plug-off":{enabled:false}}}';
  const it = home(`{hooks:{internal:{enabled:true,entries:{off:{enabled:false}}}},plugins:${plugins}}\n`);
  try {
    put(it, ".openclaw/hooks/off/HOOK.md", manifest("off", ["command:new"]));
    put(it, ".openclaw/hooks/off/handler.ts", "export default async () => {};\n");
    const needs = JSON.stringify({ openclaw: { events: ["command:new"], requires: { bins: ["no-such-program"] } } });
    put(it, ".openclaw/hooks/needs/HOOK.md", `---\nname: needs\nmetadata: ${needs}\n---\n`);
    put(it, ".openclaw/hooks/needs/handler.ts", "export default async () => {};\n");
    for (const id of ["plug-on", "plug-off"]) {
      const own = { id, configSchema: { type: "object" }, activation: { onConfigPaths: ["hooks"] } };
      put(it, `.openclaw/extensions/${id}/openclaw.plugin.json`, JSON.stringify(own));
      put(it, `.openclaw/extensions/${id}/index.js`, `export default { id: "${id}", register() {} };\n`);
    }
    const bin = join(it.home, "bin");
    put(it, "bin/openclaw", `#!/bin/sh\nexec nice -n 10 '${node()}' '${join(openclaw(version), "openclaw.mjs")}' "$@"\n`);
    spawnSync("chmod", ["755", join(bin, "openclaw")]);
    const there = { ...it, path: `${bin}:${it.path}` };
    const { json, status, stdout } = tacklebox(there, ["agents", "ask", "openclaw", "--runtime", `openclaw=${version}`]);
    assert.equal(json?.[0]?.version, version, stdout);
    // Its own hooks are beside its package, which this PATH does not lead to.
    const differences = json[0].differences.filter(({ hook }) => !OWN.includes(hook));
    assert.deepEqual(differences, []);
    assert.deepEqual(json[0].config, { valid: true, issues: [] });
    assert.equal(status, json[0].agrees ? 0 : 1);
    // Its list of plugins was understood: one that it does not find is a difference.
    const said = await command(version, it.home, ["plugins", "list", "--json"]);
    const told = said.json.plugins.filter(({ id }) => id.startsWith("plug-"));
    assert.deepEqual(byName(told.map(({ id, enabled }) => [id, [String(enabled)]])), [["plug-off", ["false"]], ["plug-on", ["true"]]]);
    put(it, ".openclaw/openclaw.json", "{hooks:{internal:{enabled:true}},frobnicate:1}\n");
    const refused = tacklebox(there, ["agents", "ask", "openclaw", "--runtime", `openclaw=${version}`]);
    assert.equal(refused.json?.[0]?.config.valid, false, refused.stdout);
    assert.equal(refused.json[0].agrees, true, refused.stdout);
    note(`OpenClaw ${version}`, "asked itself", 2, 2);
  } finally {
    it.done();
  }
}

/** A gateway on loopback, without a model and without a key. */
async function gateway(version) {
  const port = await free();
  const log = "{HOME}/gateway.log";
  const it = fresh();
  const said = join(it.home, "called.txt");
  const events = ["gateway:startup", "command:new", "session:patch", "message:received", "session:start", "tool:after"];
  const handler = (key) =>
    `import { appendFileSync } from "node:fs";\nexport default async (e) => { appendFileSync(${JSON.stringify(said)}, ${JSON.stringify(`${key}\n`)}); };\n`;
  try {
    for (const key of events) {
      const name = key.replace(":", "-");
      put(it, `.openclaw/hooks/${name}/HOOK.md`, manifest(name, [key]));
      put(it, `.openclaw/hooks/${name}/handler.ts`, handler(key));
    }
    const config = {
      gateway: { mode: "local", port, bind: "loopback", auth: { mode: "token", token: "t" } },
      hooks: { internal: { enabled: true } },
      logging: { file: log.replace("{HOME}", it.home) },
    };
    put(it, ".openclaw/openclaw.json", `${JSON.stringify(config, null, 2)}\n`);
    const ours = loaded(it, "openclaw", version);
    const called = new Set(ours.called.flatMap(([, keys]) => keys));
    const child = spawn("nice", ["-n", "10", node(), join(openclaw(version), "openclaw.mjs"), "gateway", "run"], {
      cwd: it.home,
      env: { HOME: it.home, PATH: it.path, TMPDIR: it.home, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    child.stdout.on("data", (data) => (out += data));
    child.stderr.on("data", (data) => (out += data));
    const ended = new Promise((done) => child.on("close", done));
    try {
      const heard = (key) => existsSync(said) && readFileSync(said, "utf8").split("\n").includes(key);
      await until(() => heard("gateway:startup"), 240_000, () => `the gateway called nothing: ${out.slice(-800)}`);
      const calls = [
        ["sessions.reset", { key: "main", reason: "new" }],
        ["sessions.patch", { key: "main", thinkingLevel: "low" }],
        ["chat.send", { sessionKey: "main", message: "hello", idempotencyKey: "a1" }],
      ];
      for (const [method, params] of calls) {
        await command(version, it.home, ["gateway", "call", method, "--params", JSON.stringify(params)], { limit: 180_000 });
      }
      const wanted = ["gateway:startup", "command:new", "session:patch", "message:received"];
      await until(() => wanted.every(heard), 60_000, () => `not called: ${wanted.filter((key) => !heard(key))} ${out.slice(-800)}`);
      for (const key of wanted) assert.ok(called.has(key), `we say ${key} is not called, and it was`);
      for (const key of events.filter((one) => !wanted.includes(one))) {
        assert.ok(!called.has(key) && !heard(key), `${key}: we say ${called.has(key)}, it was ${heard(key)}`);
      }
      note(`OpenClaw ${version}`, "moments of its gateway", events.length, events.length);
    } finally {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
      await ended;
      clearTimeout(timer);
    }
  } finally {
    it.done();
  }
}

async function until(done, limit, why) {
  const end = Date.now() + limit;
  while (!done()) {
    if (Date.now() > end) throw new Error(why());
    await new Promise((next) => setTimeout(next, 250));
  }
}

function free() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
