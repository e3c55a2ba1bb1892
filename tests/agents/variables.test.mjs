// Where a variable may be set so that the agent has it when it loads its hooks: by the config, its connectors, a file
// of its home, with an empty one in the environment, and by names that configs may not set.
import assert from "node:assert/strict";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { askFamily } from "./family-ask.mjs";
import { absent, loader } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { askOpenclaw, node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { loaded } from "./tacklebox.mjs";

/** The variable → what the config says, the environment, files of the home. */
const FILE = {
  ".env, empty": ["TOK", {}, {}, { ".env": "TOK=\n" }],
  ".env, of blanks": ["TOK", {}, {}, { ".env": "TOK=   \n" }],
  ".env, empty in quotes": ["TOK", {}, {}, { ".env": "TOK=''\n" }],
  ".env, a blank in quotes": ["TOK", {}, {}, { ".env": 'TOK=" "\n' }],
  ".env, empty, then vars": ["TOK", { env: { vars: { TOK: "x" } } }, {}, { ".env": "TOK=\n" }],
  ".env, a blank, then vars": ["TOK", { env: { vars: { TOK: "x" } } }, {}, { ".env": 'TOK=" "\n' }],
  ".env, twice": ["TOK", {}, {}, { ".env": "TOK=x\nTOK=\n" }],
  ".env, a comment": ["TOK", {}, {}, { ".env": "TOK= # nothing\n" }],
  ".env, for one that is set": ["TOK", {}, { TOK: "x" }, { ".env": "TOK=\n" }],
};
const FAMILY = {
  vars: ["TOK", { env: { vars: { TOK: "x" } } }],
  env: ["TOK", { env: { TOK: "x" } }],
  "a number": ["TOK", { env: { vars: { TOK: 12 } } }],
  "a number in env": ["TOK", { env: { TOK: 12 } }],
  "a blank": ["TOK", { env: { TOK: " " } }],
  "a blank in vars": ["TOK", { env: { vars: { TOK: " " } } }],
  "vars, empty before": ["TOK", { env: { vars: { TOK: "x" } } }, { TOK: "" }],
  "env, empty before": ["TOK", { env: { TOK: "x" } }, { TOK: "" }],
  "empty before": ["TOK", {}, { TOK: "" }],
  "not allowed": ["GITHUB_TOKEN", { env: { vars: { GITHUB_TOKEN: "x" } } }],
  "not allowed in env": ["GITHUB_TOKEN", { env: { GITHUB_TOKEN: "x" } }],
  "of its cloud": ["ELIZAOS_CLOUD_NANO_MODEL", { env: { ELIZAOS_CLOUD_NANO_MODEL: "x" } }],
  "a vault": ["TOK", { env: { TOK: "vault://k" } }],
  "a vault in vars": ["TOK", { env: { vars: { TOK: "vault://k" } } }],
  telegram: ["TELEGRAM_BOT_TOKEN", { connectors: { telegram: { botToken: "x" } } }],
  "telegram, empty before": ["TELEGRAM_BOT_TOKEN", { connectors: { telegram: { botToken: "x" } } }, { TELEGRAM_BOT_TOKEN: "" }],
  "channels of before": ["TELEGRAM_BOT_TOKEN", { channels: { telegram: { botToken: "x" } } }],
  "connectors and channels": ["TELEGRAM_BOT_TOKEN", { connectors: {}, channels: { telegram: { botToken: "x" } } }],
  discord: ["DISCORD_BOT_TOKEN", { connectors: { discord: { token: "x" } } }],
  "discord by its other field": ["DISCORD_API_TOKEN", { connectors: { discord: { botToken: "x" } } }],
  signal: ["SIGNAL_AUTH_DIR", { connectors: { signal: { authDir: "x" } } }],
  "a port": ["BLOOIO_WEBHOOK_PORT", { connectors: { blooio: { webhookPort: 8080 } } }],
  "a switch": ["IMESSAGE_ENABLED", { connectors: { imessage: { enabled: false } } }],
  "a list": ["WHATSAPP_ALLOW_FROM", { connectors: { whatsapp: { allowFrom: ["1"] } } }],
  retake: ["RETAKE_AGENT_TOKEN", { connectors: { retake: { accessToken: "x" } } }],
  "a blank token": ["SLACK_BOT_TOKEN", { connectors: { slack: { botToken: " " } } }],
  "config.env": ["TOK", {}, {}, { "config.env": "TOK=x\n" }],
  ".env": ["TOK", {}, {}, { ".env": "TOK=x\n" }],
  // The commands of OpenClaw refuse that; its gateway puts it in order and calls the hook.
  ".env, empty, then env": ["TOK", { env: { TOK: "x" } }, {}, { ".env": "TOK=\n" }],
  ...FILE,
};
const OPENCLAW = {
  vars: ["TOK", { env: { vars: { TOK: "x" } } }],
  "vars, empty before": ["TOK", { env: { vars: { TOK: "x" } } }, { TOK: "" }],
  "a reference": ["TOK", { env: { vars: { TOK: "${Y}" } } }, { Y: "1" }],
  "a reference to an empty one": ["TOK", { env: { vars: { TOK: "${Y}" } } }, { Y: "" }],
  "a reference to none": ["TOK", { env: { vars: { TOK: "a${Y}b" } } }],
  "a reference to another": ["TOK", { env: { vars: { Y: "1", TOK: "${Y}" } } }],
  "no reference": ["TOK", { env: { vars: { TOK: "$${Y}" } } }],
  "no reference either": ["TOK", { env: { vars: { TOK: "${y}" } } }],
  "not allowed": ["GITHUB_TOKEN", { env: { vars: { GITHUB_TOKEN: "x" } } }],
  ".env": ["TOK", {}, {}, { ".env": "TOK=x\n" }],
  ".env, empty before": ["TOK", {}, { TOK: "" }, { ".env": "TOK=x\n" }],
  ...FILE,
};

async function compare(agent, version, rows, ask) {
  const wrong = [];
  for (const [what, [name, config, env = {}, files = {}]] of Object.entries(rows)) {
    const it = fresh();
    try {
      const own = { events: ["gateway:startup"], requires: { env: [name] } };
      put(it, `.${agent}/hooks/hk/HOOK.md`, `---\nname: hk\ndescription: d\nmetadata: ${JSON.stringify({ [agent]: own })}\n---\n`);
      put(it, `.${agent}/hooks/hk/handler.js`, "export default async () => {};\n");
      put(it, `.${agent}/hooks/hk/handler.ts`, "export default async () => {};\n");
      for (const [file, text] of Object.entries(files)) put(it, `.${agent}/${file}`, text);
      put(it, `.${agent}/${agent}.json`, JSON.stringify({ ...config, hooks: { internal: { enabled: true } } }));
      const there = { ...it, env };
      const ours = loaded(there, agent, version).hooks.length;
      const theirs = (await ask(it, env)).hooks.filter((one) => one.name === "hk").length;
      if (ours !== theirs) wrong.push(`${what}: we say ${ours}, it loads ${theirs}`);
    } finally {
      it.done();
    }
  }
  const all = Object.keys(rows).length;
  note(`${agent} ${version}`, "places of a variable", all, all - wrong.length);
  assert.deepEqual(wrong, []);
}

for (const [agent, version] of [["milady", "2026-03-01"], ["eliza", "2.0.0-beta.2"]])
  test(`${agent} ${version} finds a variable where it is said to`, { skip: absent(() => loader(agent)) }, () =>
    compare(agent, version, FAMILY, (it, env) => askFamily(agent, it.home, { env, path: it.path })));

for (const version of VERSIONS)
  test(`OpenClaw ${version} finds a variable where it is said to`, { skip: absent(() => [openclaw(version), node()]) }, () =>
    compare("openclaw", version, OPENCLAW, (it, env) => askOpenclaw(version, it.home, { env })));
