// Modules that are loaded, and of which an error comes right after that nobody catches, and plugins that end their agent:
// the whole gateway of OpenClaw is started with each (`late.json`). It calls every hook when it is up, or it ends before
// that. And with which configs it starts at all.
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent, here } from "./fetch.mjs";
import { putCalled, started } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { loaded, refusesToStart } from "./tacklebox.mjs";

const ROWS = JSON.parse(readFileSync(join(here, "late.json"), "utf8"));
const NAMES = ["before", "late", "rest"];
/** A home with three hooks, each of which writes its name when the gateway is up. */
function home({ text, beside, plugin, register = "", config }) {
  const it = fresh();
  const plugins = plugin !== undefined ? ', plugins: {allow: ["early"], entries: {early: {enabled: true}}}' : "";
  const usual = `{${LOCAL}, hooks: {internal: {enabled: true}}${plugins}}\n`;
  if (config !== null) put(it, ".openclaw/openclaw.json", config ?? usual);
  if (plugin !== undefined) {
    const dir = ".openclaw/extensions/early";
    const about = { id: "early", name: "Early", description: "d", version: "1.0.0" };
    const starts = { activation: { onStartup: true }, configSchema: { type: "object", properties: {} } };
    put(it, `${dir}/openclaw.plugin.json`, JSON.stringify({ ...about, ...starts }));
    put(it, `${dir}/package.json`, '{"name": "early", "version": "1.0.0", "type": "module", "openclaw": {"extensions": ["./index.js"]}}');
    put(it, `${dir}/index.js`, `${plugin}export default { id: "early", name: "Early", register() { ${register} } };\n`);
  }
  for (const name of NAMES) {
    putCalled(it, name, (name === "late" && text) || "");
    if (beside) put(it, `.openclaw/hooks/${name}/beside.ts`, beside);
  }
  return it;
}

/** Whether the gateway ends before it calls a hook; `waits`: whether it goes on and never comes to that. */
async function ends(version, it, { options, waits = false } = {}) {
  const { over, called } = await started(version, it, NAMES.length, options);
  if (!over && !waits) assert.deepEqual(called, NAMES, "it is up, and calls all");
  return over === !waits && called.length === 0;
}

for (const version of VERSIONS)
  test(`OpenClaw ${version}: its gateway ends for an error that nobody catches`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [name, row] of Object.entries(ROWS)) {
      const it = home(row);
      try {
        const { all } = loaded(it, "openclaw", version);
        const own = all.filter((hook) => NAMES.includes(hook.name));
        const late = own.find((hook) => hook.name === "late");
        const open = late.runtime.loads === null;
        const says = own.every(({ state }) => state === "broken" || (row.waits && state === "not-called"));
        if (!says && own.some(({ state }) => state !== "ready")) wrong.push(`${name}: ${own.map((hook) => hook.reason)}`);
        const does = await ends(version, it, { waits: row.waits });
        const known = Array.isArray(row.ends) ? row.ends.includes(version.split(".")[1]) : row.ends === true || row.waits === true;
        if (does !== known) wrong.push(`${name}: the gateway ${does ? "ends" : "stays"}`);
        if (open !== Boolean(row.open) || (!open && says !== does)) wrong.push(`${name}: we say ${open ? "nothing" : says}, it ${does ? "ends" : "stays"}`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "errors that its gateway meets later", Object.keys(ROWS).length, Object.keys(ROWS).length - wrong.length);
    assert.deepEqual(wrong, []);
  });

const LOCAL = 'gateway: {mode: "local", bind: "loopback"}';
const HOOKS = "hooks: {internal: {enabled: true}}";
/** About two hundred settings at once that a version has retired. It does not write what is half as long as before. */
const AT_ONCE = JSON.parse(readFileSync(join(here, "retired-at-once.json"), "utf8"));
const RETIRED = JSON.stringify({ ...AT_ONCE, env: { vars: { LONG: "x".repeat(9000) } } });
const ENTRIES = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, { enabled: true }])));
/** Configs, and whether the gateway starts with them: null is none at all. */
const CONFIGS = [
  [null, false],
  [`{${HOOKS}}`, false],
  [`{${LOCAL}, ${HOOKS}}`, true],
  [`{gateway: {mode: "remote", remote: {url: "ws://127.0.0.1:1"}}, ${HOOKS}}`, false],
  [`{gateway: {mode: "\${MODE}", bind: "loopback"}, ${HOOKS}}`, true],
  // The hooks that it enables so are calls from the web.
  [`{${LOCAL}, hooks: {enabled: true, internal: {enabled: true}}}`, false],
  [`{${LOCAL}, hooks: {enabled: true, token: "abcdefgh", path: "/", internal: {enabled: true}}}`, false],
  [`{${LOCAL}, hooks: {enabled: true, token: "abcdefgh", internal: {enabled: true}}}`, true],
  // What it has retired it puts in order itself, where nothing else is wrong.
  [`{${LOCAL}, tui: {}, session: {typingMode: "instant"}, ${HOOKS}}`, true],
  [`{${LOCAL}, hooks: {internal: {enabled: true, handlers: [{event: "command:new", module: "x.ts"}], entries: ${ENTRIES}}}}`, true],
  [`{${LOCAL}, tui: {}, frobnicate: 1, ${HOOKS}}`, false],
  [RETIRED, ["2026.9.6", "2026.8.1"]],
  [`{gateway: {mode: "local", bind: "localhost"}, ${HOOKS}}`, ["2026.9.6", "2026.8.1"]],
  [`{${LOCAL}, session: {typingMode: 5}, ${HOOKS}}`, false],
  [`{${LOCAL}, channels: {telegram: {timeoutSeconds: 1}}, ${HOOKS}}`, ["2026.8.1", "2026.7.35"]],
  // What is said of a channel whose plugin is not there.
  [`{${LOCAL}, channels: {signal: {nope: 1}}, ${HOOKS}}`, ["2026.9.6"]],
  [`{${LOCAL}, channels: {signal: {nope: 1, enabled: false}}, ${HOOKS}}`, false],
  [`{${LOCAL}, channels: {signal: {nope: 1}}, plugins: {allow: ["telegram"]}, ${HOOKS}}`, false],
  // Settings of plugins that come with it.
  [`{${LOCAL}, plugins: {entries: {openai: {enabled: false, config: {nope: 1}}}}, ${HOOKS}}`, false],
  [`{${LOCAL}, plugins: {entries: {"memory-core": {config: {}}}}, ${HOOKS}}`, true],
  [`{${LOCAL}, talk: {voiceId: "v"}, ${HOOKS}}`, ["2026.8.1"]],
  [`{${LOCAL}, tools: {allow: ["a"], alsoAllow: ["b"]}, ${HOOKS}}`, ["2026.9.6"]],
  [`{${LOCAL}, tools: {exec: {mode: "ask", ask: "off"}}, ${HOOKS}}`, ["2026.9.6", "2026.8.1"]],
  [`{${LOCAL}, agents: {entries: {a: {}, b: {}}}, ${HOOKS}}`, ["2026.9.6"]],
  // What it checks in code of its own, and what only a plugin would bring.
  [`{${LOCAL}, agents: {defaults: {heartbeat: {every: "often"}}}, ${HOOKS}}`, false],
  [`{${LOCAL}, agents: {defaults: {heartbeat: {target: "nowhere"}}}, ${HOOKS}}`, false],
  [`{${LOCAL}, tools: {web: {search: {provider: "brave"}}}, ${HOOKS}}`, false],
  [`{${LOCAL}, tools: {web: {search: {provider: "grok"}}}, ${HOOKS}}`, true],
];

const PROXY = 'mode: "trusted-proxy", trustedProxy: {userHeader: "x-user"}';
const TOKEN = 'auth: {mode: "token", token: "abcdefgh12"}';
const asked = (id, provider = "default") => `{source: "env", provider: "${provider}", id: "${id}"}`;
const NOT_NINE = ["2026.8.1", "2026.7.35"];
/** There it lets others in where nothing is said. */
const CONTAINER = existsSync("/.dockerenv") || existsSync("/run/.containerenv");
/** What its config says of who may talk to it, whether it starts or which versions do, what is in its environment, and
 * what else its config says. */
const TALKS = [
  ['auth: {mode: "none"}', !CONTAINER],
  ['bind: "auto"', !CONTAINER],
  [TOKEN, true],
  ['tailscale: {mode: "off"}', !CONTAINER],
  ['bind: "loopback"', true],
  ['bind: "lan"', false],
  ['bind: "lan", auth: {mode: "none"}', false],
  ['bind: "lan", auth: {mode: "token", password: "abcdefgh12"}', false],
  [`bind: "lan", ${TOKEN}`, true],
  ['bind: "lan"', true, { OPENCLAW_GATEWAY_TOKEN: "abcdefgh12" }],
  ['bind: "lan", auth: {token: "${TOKEN_HERE}"}', true, { TOKEN_HERE: "abcdefgh12" }],
  ['bind: "loopback", auth: {mode: "password"}', false],
  ['bind: "loopback", auth: {mode: "password", password: " "}', false],
  ['bind: "loopback", auth: {mode: "password"}', true, { OPENCLAW_GATEWAY_PASSWORD: "abcdefgh12" }],
  ['bind: "loopback", auth: {token: "abcdefgh12", password: "abcdefgh12"}', false],
  ['bind: "loopback", auth: {token: "change-me-now"}', false],
  ['bind: "loopback", auth: {mode: "none", token: "change-me-now"}', true],
  ['bind: "loopback", auth: {password: "change-me-to-a-strong-password"}', false],
  ['bind: "loopback", auth: {mode: "trusted-proxy"}', false],
  [`bind: "loopback", auth: {${PROXY}}`, false],
  [`bind: "loopback", trustedProxies: ["10.0.0.1"], auth: {${PROXY}}`, true],
  [`bind: "loopback", trustedProxies: ["10.0.0.1"], auth: {${PROXY}, token: "abcdefgh12"}`, false],
  [`bind: "loopback", trustedProxies: ["10.0.0.1"], auth: {${PROXY}, token: ${asked("HERE")}}`, true, { HERE: "abcdefgh12" }],
  [`bind: "loopback", trustedProxies: ["10.0.0.1"], auth: {${PROXY}, token: ${asked("GONE")}}`, ["2026.9.6", "2026.8.1"], { OPENCLAW_GATEWAY_TOKEN: "abcdefgh12" }],
  [`bind: "loopback", trustedProxies: ["10.0.0.1"], auth: {${PROXY}, password: ${asked("GONE")}}`, false],
  [`bind: "loopback", trustedProxies: ["10.0.0.1"], auth: {${PROXY}}, tailscale: {mode: "serve"}`, ["2026.7.35"]],
  [`bind: "custom", ${TOKEN}`, false],
  [`bind: "custom", customBindHost: "localhost", ${TOKEN}`, false],
  ['bind: "custom", customBindHost: "127.0.0.1", auth: {mode: "none"}', true],
  ['bind: "custom", customBindHost: "0.0.0.0", auth: {mode: "none"}', false],
  ['bind: "loopback", tailscale: {mode: "serve"}, auth: {mode: "none"}', false],
  ['bind: "loopback", tailscale: {mode: "funnel"}', false],
  [`bind: "lan", tailscale: {mode: "serve"}, ${TOKEN}`, false],
  ['bind: "loopback", tls: {enabled: true}', true],
  ['bind: "loopback", tls: {enabled: true, autoGenerate: false}', false],
  // Tailscale is not where PATH looks.
  [`bind: "loopback", tailscale: {mode: "serve"}, ${TOKEN}`, ["2026.7.35"]],
  ['bind: "loopback", tailscale: {mode: "funnel"}, auth: {mode: "password", password: "abcdefgh12"}', ["2026.7.35"]],
  [`bind: "loopback", auth: {mode: "token", token: ${asked("GONE")}}`, false],
  [`bind: "loopback", auth: {mode: "token", token: ${asked("GONE")}}`, ["2026.7.35"], { OPENCLAW_GATEWAY_TOKEN: "abcdefgh12" }],
  [`bind: "loopback", auth: {mode: "token", token: ${asked("HERE")}}`, true, { HERE: "abcdefgh12" }],
  [`bind: "loopback", auth: {mode: "token", token: ${asked("HERE")}}`, true, {}, 'env: {vars: {HERE: "abcdefgh12"}}, '],
  [`bind: "loopback", auth: {token: ${asked("GONE")}}`, false],
  [`bind: "loopback", auth: {token: ${asked("GONE")}}`, true, { OPENCLAW_GATEWAY_PASSWORD: "abcdefgh12" }],
  [`bind: "loopback", auth: {mode: "none", token: ${asked("GONE")}}`, true],
  [`bind: "loopback", auth: {mode: "password", password: ${asked("GONE")}}`, false, { OPENCLAW_GATEWAY_PASSWORD: "abcdefgh12" }],
  [`bind: "loopback", auth: {password: ${asked("GONE")}}`, false],
  [`bind: "loopback", auth: {password: ${asked("GONE")}}`, true, { OPENCLAW_GATEWAY_TOKEN: "abcdefgh12" }],
  ['bind: "loopback", auth: {mode: "token", token: "$GONE"}', false],
  ['bind: "loopback", auth: {mode: "token", token: "$HERE"}', true, { HERE: "abcdefgh12" }],
  ['bind: "loopback", auth: {mode: "token", token: "${GONE}"}', ["2026.9.6", "2026.8.1"]],
  [`bind: "loopback", auth: {mode: "token", token: ${asked("HERE", "mine")}}`, false, { HERE: "abcdefgh12" }],
  [`bind: "loopback", auth: {mode: "token", token: ${asked("HERE", "mine")}}`, true, { HERE: "abcdefgh12" }, 'secrets: {providers: {mine: {source: "env"}}}, '],
  [`bind: "loopback", auth: {mode: "token", token: ${asked("HERE", "mine")}}`, false, { HERE: "abcdefgh12" }, 'secrets: {providers: {mine: {source: "env", allowlist: ["OTHER"]}}}, '],
  ['bind: "loopback", auth: {mode: "token", token: " "}', NOT_NINE],
  ['bind: "loopback", auth: {mode: "token", token: " "}', true, { OPENCLAW_GATEWAY_TOKEN: "abcdefgh12" }],
  ['bind: "loopback", auth: {token: ""}', NOT_NINE],
  ['bind: "loopback", auth: {token: " null "}', NOT_NINE],
  ['bind: "loopback", auth: {mode: "token"}', NOT_NINE, { OPENCLAW_GATEWAY_TOKEN: "undefined" }],
  ['bind: "loopback", auth: {password: "[redacted]"}', NOT_NINE],
];

/** All of them, and by what the gateway is told who may talk to it. */
const TOLD = [
  ...CONFIGS.map(([config, starts]) => ({ config, starts, env: { MODE: "local" } })),
  ...TALKS.map(([talks, starts, env = {}, more = ""]) => ({ config: `{gateway: {mode: "local", ${talks}}, ${more}${HOOKS}}`, starts, env, options: [] })),
];

for (const version of VERSIONS)
  test(`OpenClaw ${version}: its gateway starts with the configs of which nothing else is said`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const { config, starts, env, options } of TOLD) {
      const it = home({ config });
      it.env = env;
      try {
        const says = refusesToStart(it, version);
        const does = await ends(version, it, { options });
        const known = Array.isArray(starts) ? starts.includes(version) : starts;
        if (does === known) wrong.push(`${config}: the gateway ${does ? "ends" : "starts"}`);
        if (says !== does) wrong.push(`${config}: we say that it ${says ? "does not start" : "starts"}`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "configs that its gateway starts with", TOLD.length, TOLD.length - wrong.length);
    assert.deepEqual(wrong, []);
  });

/** Folders of programs, in none of which PATH looks, and whether the gateway does. */
const FOLDERS = {
  ".local/bin": true,
  ".npm-global/bin": true,
  ".local/share/pnpm": true,
  ".bun/bin": true,
  ".yarn/bin": true,
  "pnpm": true,
  "prefix/bin": true,
  "bin": false,
  ".openclaw/bin": false,
};

for (const version of VERSIONS)
  test(`OpenClaw ${version}: its gateway finds the programs that are said to be there`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = home({});
    try {
      it.env = { PNPM_HOME: join(it.home, "pnpm"), NPM_CONFIG_PREFIX: join(it.home, "prefix") };
      const names = Object.entries(FOLDERS).map(([folder, found], at) => {
        put(it, `${folder}/program${at}`, "#!/bin/sh\n");
        chmodSync(join(it.home, folder, `program${at}`), 0o755);
        putCalled(it, `needs${at}`, "", { bins: [`program${at}`] });
        return found ? [`needs${at}`] : [];
      });
      const expected = [...NAMES, ...names.flat()].sort();
      const { called } = await started(version, it, expected.length);
      assert.deepEqual(called, expected);
      const { all } = loaded(it, "openclaw", version);
      const ready = all.filter(({ name, state }) => expected.concat("needs7", "needs8").includes(name) && state === "ready");
      note(`OpenClaw ${version}`, "programs behind PATH", names.length, names.length);
      assert.deepEqual(ready.map(({ name }) => name).sort(), expected);
    } finally {
      it.done();
    }
  });

for (const version of VERSIONS)
  test(`OpenClaw ${version}: its gateway asks the login shell for some variables, as is said of hooks that lack them`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = home({ config: `{gateway: {mode: "local"}, env: {shellEnv: {enabled: true}}, ${HOOKS}}` });
    try {
      put(it, ".profile", "export OPENAI_API_KEY=abcdefgh12 A_KEY_OF_NOBODY=abcdefgh12\n");
      putCalled(it, "asked", "", { env: ["OPENAI_API_KEY"] });
      putCalled(it, "lacks", "", { env: ["A_KEY_OF_NOBODY"] });
      const { called } = await started(version, it, NAMES.length + 1);
      assert.deepEqual(called, [...NAMES, "asked"].sort());
      const { all } = loaded(it, "openclaw", version);
      const told = all.filter(({ notes }) => notes.some(({ id }) => id === "openclaw-shell-env"));
      assert.deepEqual(told.map(({ name, state }) => [name, state]).sort(), [["asked", "needs-setup"], ["lacks", "needs-setup"]]);
    } finally {
      it.done();
    }
  });
