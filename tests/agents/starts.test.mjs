// Which plugins OpenClaw starts, by its own plan, beside what is said here: On, or known and not started. What
// `plugins inspect` calls loaded it loads for that question alone.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { command, gateway, node, openclaw, starts, VERSIONS } from "./openclaw-ask.mjs";
import { tacklebox } from "./tacklebox.mjs";

const start = { activation: { onStartup: true } };
/** id → what its manifest has beside an id and a schema, and its folder where it is not among the agent's own. */
const PLUGINS = {
  none: [start],
  on: [start],
  conf: [start],
  limited: [start],
  injects: [{}],
  chosen: [{}],
  memory: [{ kind: "memory" }],
  "at-set": [{ activation: { onConfigPaths: ["plugins.entries.on"] } }],
  "at-star": [{ activation: { onConfigPaths: ["x.y", "plugins.*.on.enabled"] } }],
  "at-item": [{ activation: { onConfigPaths: ["plugins.load.paths.0"] } }],
  "at-off": [{ activation: { onConfigPaths: ["plugins.entries.at-none"] } }],
  "at-none": [{ activation: { onConfigPaths: ["logging"] } }],
  path: [start, "lp"],
  work: [start, ".openclaw/workspace/.openclaw/extensions"],
  "n-none": [{}],
  "n-on": [{}],
  "n-false": [{ activation: { onStartup: false }, channels: [], contracts: { tools: [] } }],
  "n-cap": [{ activation: { onCapabilities: ["hook"] } }],
  "n-tools": [{ contracts: { tools: ["x"] } }],
  "n-policies": [{ contracts: { trustedToolPolicies: ["x"] } }],
  "n-hooks": [{}],
  "n-talk": [{ channels: ["n-talk"] }],
};
const on = { enabled: true };
const entries = {
  on,
  work: on,
  conf: { config: { x: 1 } },
  limited: { hooks: { timeoutMs: 5000 } },
  injects: { hooks: { allowPromptInjection: true } },
  "at-set": on,
  "at-star": on,
  "at-item": on,
  "at-off": on,
  "at-none": { enabled: false },
  "n-on": on,
  "n-false": on,
  "n-cap": on,
  "n-tools": on,
  "n-policies": on,
  "n-hooks": { hooks: { timeouts: { session_end: 9 } } },
  "n-talk": on,
};
const load = { paths: ["~/lp"] };
/** Some of these say more than the entries: who is allowed, and whom the agent adds to those. */
const CONFIGS = {
  entries: { load, entries, slots: { contextEngine: "chosen", memory: "memory" } },
  allowed: { load, entries, allow: ["none", "n-none", "n-cap", "at-star"] },
  nothing: {},
  denied: { load, entries, deny: ["on", "n-cap"] },
};

for (const version of VERSIONS)
  test(`OpenClaw ${version} starts the plugins that are said to be on`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    let same = 0;
    for (const [name, plugins] of Object.entries(CONFIGS)) {
      const it = fresh();
      try {
        for (const [id, [says, folder = ".openclaw/extensions"]] of Object.entries(PLUGINS)) {
          const manifest = { id, name: id, configSchema: { type: "object", properties: {} }, ...says };
          if (plugins.entries?.[id]?.config) manifest.configSchema.properties.x = { type: "number" };
          put(it, `${folder}/${id}/openclaw.plugin.json`, JSON.stringify(manifest));
          put(it, `${folder}/${id}/index.js`, "export default { register() {} };\n");
        }
        put(it, ".openclaw/openclaw.json", JSON.stringify({ plugins }));
        const by = (...args) => tacklebox({ ...it, path: `${dirname(node())}:${it.path}` }, [...args, "--runtime", `openclaw=${version}`]);
        const listed = by("plugins", "list").json;
        const said = listed.filter(({ state }) => state === "on").map(({ id }) => id);
        const its = (await starts(version, it.home)).filter((id) => id in PLUGINS);
        assert.deepEqual(said.sort(), its.sort(), name);
        same += listed.length;
        // What is turned on here starts there, whatever kept it from that.
        if (name !== "nothing") continue;
        for (const id of ["none", "n-none", "n-on", "work", "memory"]) {
          const { status, stdout, stderr } = by("plugins", "enable", id);
          assert.equal(status, 0, `${id}: ${stdout}${stderr}`);
        }
        const after = await starts(version, it.home);
        for (const id of ["none", "n-none", "n-on", "work", "memory"]) assert.ok(after.includes(id), `${id} does not start`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "plugins that start", same, same);
  });

/** What of the memory's kind loads only where it is the memory: the plan of a start has all of these. */
const KINDS = {
  "kind-lone": [{ ...start, kind: ["memory"] }],
  "kind-twice": [{ ...start, kind: ["memory", "memory"] }],
  "kind-more": [{ ...start, kind: ["memory", "x"] }],
  "kind-both": [{ ...start, kind: ["memory", "context-engine"] }],
  "kind-other": [{ ...start, kind: ["x"] }],
};

/** The id of a plugin that each version brings. */
const BROUGHT = "webhooks";

for (const version of VERSIONS)
  test(`a plugin with the id of one that OpenClaw ${version} brings counts for it as is said`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const consents = version === "2026.7.35" ? [] : ["--force", "--accept-capabilities"];
    for (const how of ["laid", "workspace", "named", "installed"]) {
      const it = fresh();
      try {
        const bin = join(it.home, "bin");
        mkdirSync(bin);
        symlinkSync(join(openclaw(version), "openclaw.mjs"), join(bin, "openclaw"));
        const dir = { laid: ".openclaw/extensions/webhooks", workspace: ".openclaw/workspace/.openclaw/extensions/webhooks" }[how] ?? "own";
        const manifest = { id: BROUGHT, name: "Mine", configSchema: { type: "object", properties: {} }, ...start };
        put(it, `${dir}/openclaw.plugin.json`, JSON.stringify(manifest));
        put(it, `${dir}/package.json`, JSON.stringify({ name: BROUGHT, version: "1.0.0", type: "module", openclaw: { extensions: ["./index.js"] } }));
        put(it, `${dir}/index.js`, "export default { register() {} };\n");
        const load = how === "named" ? { paths: ["~/own"] } : undefined;
        put(it, ".openclaw/openclaw.json", JSON.stringify({ gateway: { mode: "local" }, plugins: { load, entries: { [BROUGHT]: on } } }));
        if (how === "installed") {
          const { code, out, err } = await command(version, it.home, ["plugins", "install", ...consents, join(it.home, "own")]);
          assert.equal(code, 0, out + err);
        }
        const its = (await command(version, it.home, ["plugins", "list", "--json"])).json.plugins.find(({ id }) => id === BROUGHT);
        const all = tacklebox({ ...it, path: `${dirname(node())}:${bin}:${it.path}` }, ["plugins", "list", "--runtime", `openclaw=${version}`]).json;
        const said = all.find(({ id }) => id === BROUGHT);
        assert.equal(said.state === "on", its.origin !== "bundled", `${how}: ${said.state} ${said.reason}, ${its.origin}`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "places of a plugin with the id of one that it brings", 4, 4);
  });

/** A port that nobody has now. */
const free = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

for (const version of VERSIONS)
  test(`the gateway of OpenClaw ${version} calls the plugins that are said to be on, and no other`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = fresh();
    try {
      const log = join(it.home, "called.txt");
      writeFileSync(log, "");
      for (const [id, [says, folder = ".openclaw/extensions"]] of Object.entries({ ...PLUGINS, ...KINDS })) {
        // Those of a kind of their own have to do what that kind does.
        if (["chosen", "memory", "n-talk"].includes(id)) continue;
        const manifest = { id, name: id, configSchema: { type: "object", properties: { x: { type: "number" } } }, ...says };
        put(it, `${folder}/${id}/openclaw.plugin.json`, JSON.stringify(manifest));
        const called = `appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(`${id}\n`)})`;
        const module = `import { appendFileSync } from "node:fs"; export default { register(api) { api.on("gateway_start", () => ${called}); } };\n`;
        put(it, `${folder}/${id}/index.js`, module);
      }
      const { "n-talk": _, ...own } = entries;
      const config = {
        gateway: { mode: "local", port: await free(), bind: "loopback", auth: { mode: "token", token: "t" } },
        logging: { file: join(it.home, "log.jsonl") },
        plugins: { load, entries: { ...own, ...Object.fromEntries(Object.keys(KINDS).map((id) => [id, { enabled: true }])) } },
      };
      put(it, ".openclaw/openclaw.json", JSON.stringify(config));
      const path = `${dirname(node())}:${it.path}`;
      const listed = tacklebox({ ...it, path }, ["plugins", "list", "--runtime", `openclaw=${version}`]).json;
      const on = listed.filter(({ state }) => state === "on").map(({ id }) => id).sort();
      const idle = listed.filter(({ state }) => state === "idle").map(({ id }) => id);
      assert.ok(on.length >= 5 && idle.length >= 4, JSON.stringify({ on, idle }));
      const calls = () => readFileSync(log, "utf8").split("\n").filter(Boolean);
      // All of them are called at the same moment, once it is ready: a while after that nobody else is.
      let since = null;
      const done = (said) => {
        if (!/gateway\] ready/.test(said)) return false;
        since ??= Date.now();
        return Date.now() - since > (calls().length >= on.length ? 2_000 : 20_000);
      };
      const { out, err } = await gateway(version, it.home, done);
      assert.notEqual(since, null, `It was never ready: ${(out + err).slice(-800)}`);
      assert.deepEqual([...new Set(calls())].sort(), on);
      note(`OpenClaw ${version}`, "plugins that its gateway calls", listed.length, listed.length);
    } finally {
      it.done();
    }
  });

for (const version of VERSIONS)
  test(`no setting that is saved makes OpenClaw ${version} refuse its whole config unsaid`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = fresh();
    try {
      const schema = { type: "object", required: ["mode", "key", "tone"], properties: { mode: { type: "string" }, key: { type: "string" }, n: { type: "number" }, tone: { type: "string", default: "kind" } } };
      put(it, ".openclaw/extensions/s/openclaw.plugin.json", JSON.stringify({ id: "s", name: "s", ...start, configSchema: schema }));
      put(it, ".openclaw/extensions/s/index.js", "export default { register() {} };\n");
      put(it, ".openclaw/openclaw.json", JSON.stringify({ plugins: { entries: { s: { enabled: false } } } }));
      const valid = async () => (await command(version, it.home, ["config", "validate", "--json"])).json?.valid;
      const did = (...args) => tacklebox(it, ["plugins", ...args, "--runtime", `openclaw=${version}`]).status === 0;
      for (const [args, done] of [
        [["enable", "s"], false],
        [["set", "s", "n", "3"], false],
        [["set", "s", "mode", "x"], false],
        [["set", "s", "mode=x", "key=y"], true],
        [["enable", "s"], true],
        [["unset", "s", "mode"], false],
        [["set", "s", "hooks.timeoutMs", "600001"], false],
        [["set", "s", "hooks.timeoutMs=5000", "hooks.allowPromptInjection=false", "hooks.timeouts.session_end=900"], true],
        [["unset", "s", "hooks.timeoutMs"], true],
      ]) {
        assert.equal(did(...args), done, args.join(" "));
        assert.equal(await valid(), true, args.join(" "));
      }
    } finally {
      it.done();
    }
  });
