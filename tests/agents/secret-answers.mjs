// Records with which secrets of its config OpenClaw's gateway does not start, where they are not there:
//
//   node tests/agents/secret-answers.mjs
//
// writes secrets-answers.json into engine/agents/src/agent/starts: each place where a version says that a config may ask for
// one, and others that it looks at; with each part around it off; asked of a provider that there is and of one that there
// is not.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { answers, validated, VERSIONS } from "./openclaw-ask.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const file = join(here, "..", "..", "engine", "agents", "src", "agent", "starts", "secrets-answers.json");
const SSH = ["identityData", "certificateData", "knownHostsData"];
const AGENTS = ["agents.defaults", "agents.list[]", "agents.entries.*"];
/** What a version asks for and does not list, and what older ones list under other names. */
const MORE = [
  ...AGENTS.flatMap((agent) => SSH.map((key) => `${agent}.sandbox.ssh.${key}`)),
  "memorySearch.remote.apiKey",
  "agents.entries.*.memorySearch.remote.apiKey",
  "agents.defaults.memory.search.remote.apiKey",
  ...["image", "audio", "video"].flatMap((kind) => [
    `tools.media.${kind}.request.headers.*`,
    `tools.media.${kind}.request.auth.token`,
    `tools.media.${kind}.models[].request.auth.token`,
  ]),
  "tools.media.models[].request.headers.*",
  "tools.media.models[].request.auth.token",
];
/** What its gateway itself is asked of (`secrets.test.mjs`): it looks at these in more than one way. */
const ELSEWHERE = /^gateway\.|^models\.providers\.\*\.request/;
const R = { source: "env", provider: "nobody", id: "GONE" };
/** What has to be there beside a setting, and what else decides; by how a path begins. */
const BESIDE = [
  ["agents.list[]", { id: "a" }],
  ["agents.list[].sandbox", { mode: "all", backend: "ssh" }],
  ["agents.entries.*.sandbox", { mode: "all", backend: "ssh" }],
  ["agents.defaults.sandbox", { mode: "all", backend: "ssh" }],
  ["models.providers.*", { baseUrl: "https://127.0.0.1", models: [] }],
  ["channels.telegram", { webhookUrl: "https://example.com/x" }],
  ["channels.telegram", {}],
  ["channels.telegram.accounts.*", { webhookUrl: "https://example.com/x" }],
  ["tools.media.models[]", { provider: "openai", model: "m", capabilities: ["image"] }],
];

/** What decides together. */
const U = "https://example.com/x";
const T = (telegram) => ({ channels: { telegram } });
const L = (agent, defaults) => ({ agents: { list: [{ id: "a", ...agent }], ...(defaults && { defaults }) } });
const E = (a, defaults, more) => ({ agents: { entries: { a }, ...(defaults && { defaults }) }, ...more });
const S = (sandbox) => ({ sandbox });
const W = (search, plugin) => ({
  tools: { web: { search } },
  ...(plugin && { plugins: { entries: { [plugin]: { config: { webSearch: { apiKey: R } } } } } }),
});
const together = [
  T({ webhookUrl: U, webhookSecret: R, accounts: { a: {} } }),
  T({ webhookUrl: U, webhookSecret: R, accounts: { a: { webhookSecret: "x" } } }),
  T({ webhookUrl: U, accounts: { a: { webhookSecret: R } } }),
  T({ webhookSecret: R, accounts: { a: { webhookUrl: U } } }),
  T({ webhookUrl: U, webhookSecret: R, accounts: { a: { enabled: false } } }),
  T({ webhookUrl: " ", webhookSecret: R }),
  T({ accounts: { a: { enabled: false, webhookUrl: U, webhookSecret: R } } }),
  T({ webhookUrl: U, webhookSecret: R, accounts: { a: { webhookUrl: U, webhookSecret: "x" } } }),
  T({ webhookSecret: R, accounts: { a: { webhookUrl: U, webhookSecret: "x" } } }),
  T({ webhookUrl: U, webhookSecret: R, accounts: { a: { webhookUrl: "", name: "x" } } }),
  T({ accounts: { a: { webhookSecret: R } } }),
  L({}, S({ mode: "all", backend: "ssh", ssh: { identityData: R } })),
  L(S({ mode: "off" }), S({ mode: "all", backend: "ssh", ssh: { identityData: R } })),
  L(S({ backend: "docker" }), S({ mode: "all", backend: "ssh", ssh: { identityData: R } })),
  L(S({ ssh: { identityData: R } }), S({ mode: "all", backend: "ssh" })),
  L(S({ mode: "off", backend: "ssh", ssh: { identityData: R } })),
  L(S({ ssh: { identityData: "x" } }), S({ mode: "all", backend: "ssh", ssh: { identityData: R } })),
  L(S({ backend: "ssh", ssh: { identityData: R } })),
  L(S({ mode: "all", ssh: { identityData: R } })),
  L(S({ mode: "all", backend: "ssh", ssh: { identityData: R } }), S({ mode: "off" })),
  L(S({ mode: "all", backend: "ssh" }), S({ ssh: { identityData: R } })),
  L(S({ mode: "all", backend: "ssh" }), S({ mode: "off", ssh: { identityData: R } })),
  {
    agents: {
      list: [{ id: "a", default: true, ...S({ mode: "off" }) }, { id: "b" }],
      defaults: S({ mode: "all", backend: "ssh", ssh: { identityData: R } }),
    },
  },
  {
    agents: {
      list: [{ id: "a", default: true, ...S({ ssh: { identityData: "x" } }) }, { id: "b" }],
      defaults: S({ mode: "all", backend: "ssh", ssh: { identityData: R } }),
    },
  },
  { agents: { defaults: S({ backend: "ssh", ssh: { identityData: R } }) } },
  { agents: { defaults: S({ mode: "all", ssh: { identityData: R } }) } },
  E(S({ ssh: { identityData: R } }), S({ mode: "all", backend: "ssh" })),
  E(S({ mode: "off" }), S({ mode: "all", backend: "ssh", ssh: { identityData: R } })),
  E({ memory: { search: { enabled: false, remote: { apiKey: R } } } }),
  E({ memory: { search: { enabled: false } } }, null, { memory: { search: { remote: { apiKey: R } } } }),
  E({ memory: { search: { remote: { apiKey: "x" } } } }, null, {
    memory: { search: { remote: { apiKey: R } } },
  }),
  E({ memory: { search: { remote: { apiKey: R } } } }, null, { memory: { search: { enabled: false } } }),
  { memory: { search: { enabled: false, remote: { apiKey: R } } } },
  { memory: { search: { provider: "none", remote: { apiKey: R } } } },
  { memory: { search: { provider: "openai", remote: { apiKey: R } } } },
  E({}, null, { memory: { search: { remote: { apiKey: R } } } }),
  {
    tools: { web: { search: { enabled: false, provider: "minimax" } } },
    plugins: { entries: { minimax: { config: { webSearch: { apiKey: R } } } } },
  },
  {
    tools: { web: { search: { enabled: false } } },
    plugins: { entries: { google: { config: { webSearch: { apiKey: R } } } } },
  },
  {
    tools: { web: { search: { provider: "grok" } } },
    plugins: { entries: { google: { config: { webSearch: { apiKey: R } } } } },
  },
  { plugins: { deny: ["google"], entries: { google: { config: { webSearch: { apiKey: R } } } } } },
  { plugins: { entries: { google: { config: { webSearch: { headers: { a: R } } } } } } },
  { plugins: { allow: ["x"], entries: { google: { config: { webSearch: { apiKey: R } } } } } },
  L({ memorySearch: { remote: { apiKey: R } } }, { memorySearch: { enabled: false } }),
  L({ memorySearch: { remote: { apiKey: "x" } } }, { memorySearch: { remote: { apiKey: R } } }),
  L({ memorySearch: { enabled: false } }, { memorySearch: { remote: { apiKey: R } } }),
  W({ provider: "grok", apiKey: R }),
  W({ enabled: false, apiKey: R }),
  W({ provider: "gemini" }, "google"),
  W({ provider: "grok" }, "xai"),
  W({ provider: " Grok " }, "xai"),
  W({ provider: "minimax" }, "minimax"),
  W({ provider: "ollama" }, "minimax"),
  { messages: { tts: { provider: "b", providers: { a: { apiKey: R } } } } },
  { tts: { provider: "b", providers: { a: { apiKey: R } } } },
];

/** A config in which this is at a path, with what is beside it; `off`: how many parts lead to what is off, none of them where it is 0. */
function config(path, value, choose, off) {
  const keys = path.split(".");
  const build = (at) => {
    if (at === keys.length) return value;
    const before = keys.slice(0, at).join(".");
    const beside = BESIDE.filter(([begin]) => begin === before).map(([, more]) => more);
    const more = { ...(beside[choose] ?? beside[0]), ...(off > 0 && off === at && { enabled: false }) };
    const below = build(at + 1);
    const key = keys[at] === "*" ? "a" : keys[at].replace("[]", "");
    return { ...more, [key]: keys[at].endsWith("[]") ? [below] : below };
  };
  return build(0);
}

const all = [...new Set([...VERSIONS.flatMap((version) => answers(version, "secrets-ask.mjs", [], { places: true })), ...MORE])];
const paths = all.filter((path) => !ELSEWHERE.test(path));
const refs = [R, { ...R, provider: "default" }];
const made = paths.flatMap((path) =>
  refs.flatMap((ref) =>
    [0, 1].flatMap((choose) =>
      [...path.split(".").keys()].map((off) => config(path, ref, choose, off)),
    ),
  ),
);
const configs = [...new Map([...made, ...together].map((one) => [JSON.stringify(one), one])).values()];
const rows = configs.map((one) => ({ config: one, taken: [], ends: [] }));
for (const version of VERSIONS) {
  const taken = validated(version, configs);
  const goesOn = answers(version, "secrets-ask.mjs", configs);
  for (const [at, row] of rows.entries()) {
    if (taken[at].ok) row.taken.push(version);
    if (taken[at].ok && !goesOn[at]) row.ends.push(version);
  }
}
const kept = rows.filter(({ taken }) => taken.length > 0);
writeFileSync(file, `[\n${kept.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
console.log(
  `${paths.length} places, ${kept.length} configs that are taken, ${kept.filter(({ ends }) => ends.length > 0).length} that end one`,
);
