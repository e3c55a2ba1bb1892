// Which file of a plugin runs where its package names a module in TypeScript: whole gateways of OpenClaw write it down,
// and the same is said of each. And what they do with a package whose module for the set-up is not there.
import assert from "node:assert/strict";
import { existsSync, linkSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { run, until } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { refusesToStart, tacklebox } from "./tacklebox.mjs";

/** By id: what its package.json says to OpenClaw, and its modules. */
const PLUGINS = {
  built: [{ extensions: ["./src/main.ts"] }, ["src/main.ts", "dist/main.js"]],
  "built-mjs": [{ extensions: ["./src/main.mts"] }, ["src/main.mts", "dist/main.mjs"]],
  beside: [{ extensions: ["./index.ts"] }, ["index.ts", "index.js"]],
  lost: [{ extensions: ["./src/index.ts"] }, ["dist/index.js"]],
  named: [{ extensions: ["./src/index.ts"], runtimeExtensions: ["./out/main.js"] }, ["out/main.js", "dist/index.js"]],
  plain: [{ extensions: ["./main.js"] }, ["main.js", "dist/main.js"]],
  none: [null, ["index.ts", "index.js"]],
};

const NAMES = Object.keys(PLUGINS);

/** What the first and the second of its files listen to. */
const HOOKS = ["session_start", "session_end"];

const MANIFEST = { version: "1.0.0", activation: { onStartup: true }, configSchema: { type: "object", properties: {} } };

/** It writes down that it runs. */
function module(it, id, file, hook) {
  const write = `try { appendFileSync(${JSON.stringify(join(it.home, "called"))}, ${JSON.stringify(`${id} ${file}\n`)}); } catch {}`;
  const body = `register(api) { api.on("${hook}", () => {}); ${write} }`;
  return `import { appendFileSync } from "node:fs";\nexport default { id: "${id}", ${body} };\n`;
}

function lay(it) {
  const called = join(it.home, "called");
  const config = {
    gateway: { mode: "local", bind: "loopback", auth: { mode: "none" } },
    plugins: { entries: Object.fromEntries(NAMES.map((id) => [id, { enabled: true }])) },
  };
  put(it, ".openclaw/openclaw.json", JSON.stringify(config));
  for (const [id, [says, files]] of Object.entries(PLUGINS)) {
    const dir = `.openclaw/extensions/${id}`;
    put(it, `${dir}/openclaw.plugin.json`, JSON.stringify({ ...MANIFEST, id, name: id }));
    if (says) put(it, `${dir}/package.json`, JSON.stringify({ name: id, version: "1.0.0", type: "module", openclaw: says }));
    for (const [at, file] of files.entries()) put(it, `${dir}/${file}`, module(it, id, file, HOOKS[at]));
  }
  return () => new Set(existsSync(called) ? readFileSync(called, "utf8").split("\n").filter(Boolean) : []);
}

for (const version of VERSIONS) {
  const skip = absent(() => [openclaw(version), node()]);
  const as = ["--agent", "openclaw", "--runtime", `openclaw=${version}`];

  test(`OpenClaw ${version} runs the file of a plugin that is said to be its module`, { skip }, async () => {
    const it = fresh();
    const called = lay(it);
    const ours = NAMES.map((id) => {
      const { json, stderr } = tacklebox(it, ["plugins", "find-out", id, "--yes", ...as]);
      const { grade, keys } = json?.listens ?? json?.[0]?.listens ?? { grade: stderr, keys: [] };
      assert.equal(grade, "seen", id);
      return `${id} ${PLUGINS[id][1][HOOKS.indexOf(keys[0].key)]}`;
    });
    rmSync(join(it.home, "called"), { force: true });
    const gateway = await run(version, it);
    try {
      await until(gateway, () => called().size >= NAMES.length);
      assert.deepEqual([...called()].sort(), ours.sort());
      note(`OpenClaw ${version}`, "files of plugins that it runs", ours.length, ours.length);
    } finally {
      await gateway.stop();
    }
  });

  test(`OpenClaw ${version} starts the plugins that are said to be on, and no other`, { skip }, async () => {
    const it = fresh();
    const called = lay(it);
    const dir = ".openclaw/extensions";
    const plugin = (id, more) => {
      put(it, `${dir}/${id}/openclaw.plugin.json`, JSON.stringify({ ...MANIFEST, id, name: id }));
      put(it, `${dir}/${id}/index.js`, module(it, id, "index.js", "session_start"));
      if (more) put(it, `${dir}/${id}/package.json`, JSON.stringify({ name: id, type: "module", openclaw: { extensions: ["./index.js"] }, ...more }));
    };
    plugin("lacks", { dependencies: { "no-such-package-here": "1" } });
    plugin("can-do-without", { peerDependencies: { "no-such-package-here": "1" } });
    plugin("myPlugin");
    plugin("kind", { type: "commonjs" });
    plugin("hard");
    linkSync(join(it.home, dir, "hard/index.js"), join(it.home, "copy.js"));
    const config = JSON.parse(readFileSync(join(it.home, ".openclaw/openclaw.json"), "utf8"));
    const all = [...NAMES, "lacks", "can-do-without", "myPlugin", "kind", "hard"];
    config.plugins.entries = Object.fromEntries(all.map((id) => [id, { enabled: true }]));
    put(it, ".openclaw/openclaw.json", JSON.stringify(config));
    const { json } = tacklebox(it, ["plugins", "list", ...as]);
    const on = json.filter(({ state }) => state === "on").map(({ id }) => id);
    const gateway = await run(version, it);
    try {
      const ran = () => [...called()].map((line) => line.split(" ")[0]);
      await until(gateway, () => ran().length >= on.length);
      // What starts late, or does not, is waited for.
      await wait(3000);
      assert.deepEqual(ran().sort(), on.sort());
      note(`OpenClaw ${version}`, "plugins that it starts, or does not", all.length, all.length);
    } finally {
      await gateway.stop();
    }
  });

  test(`OpenClaw ${version} does not start with a plugin whose module for the set-up is not there`, { skip }, async () => {
    const it = fresh();
    lay(it);
    put(it, ".openclaw/extensions/plain/package.json", JSON.stringify({ name: "plain", type: "module", openclaw: { extensions: ["./main.js"], setupEntry: "./setup.js" } }));
    assert.ok(refusesToStart(it, version), "it is said");
    const gateway = await run(version, it);
    try {
      await until(gateway, () => false);
      assert.ok(gateway.over(), "it ends");
    } finally {
      await gateway.stop();
    }
  });
}
