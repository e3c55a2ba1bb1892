// Secrets that the config of OpenClaw asks a variable, a file or a program for: with which of them that are not there its
// gateway does not start, and that this is what is said.
import assert from "node:assert/strict";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { putCalled, started } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { refusesToStart } from "./tacklebox.mjs";

const ALL = VERSIONS;
const SEVEN = ["2026.7.35"];
const FILE = { "s.json": ['{"a": "abcdefgh12"}', 0o600] };
const SCRIPT = "#!/bin/sh\necho abcdefgh12\n";
const PROGRAM = { program: [SCRIPT, 0o755] };

const asks = (source, provider, id) => `{source: "${source}", provider: "${provider}", id: "${id}"}`;
const gone = asks("env", "default", "GONE");
const providers = (of) => `secrets: {providers: {own: ${of}}}`;
const file = (more = "") => providers(`{source: "file", path: "HOME/s.json", mode: "json"${more}}`);
const program = (more = "") => providers(`{source: "exec", command: "HOME/program", jsonOnly: false${more}}`);
const model = (key, more = "") => `models: {providers: {x: {baseUrl: "http://127.0.0.1:1", models: [], apiKey: ${key}${more}}}}`;
const telegram = (of) => `channels: {telegram: {${of}}}`;

/** What the token of its gateway is, what else its config says, what there is, and which versions do not start. */
const ROWS = {
  "a file": { token: asks("file", "own", "/a"), more: file(), files: FILE, ends: [] },
  "no file": { token: asks("file", "own", "/a"), more: file(), ends: ALL },
  "a file of the home": { token: asks("file", "own", "/a"), more: file().replace("HOME", "~"), files: FILE, ends: [] },
  "a file that others may read": { token: asks("file", "own", "/a"), more: file(), files: { "s.json": [FILE["s.json"][0], 0o640] }, ends: ALL },
  "a file that others may read, and that is let": { token: asks("file", "own", "/a"), more: file(", allowInsecurePath: true"), files: { "s.json": [FILE["s.json"][0], 0o644] }, ends: ["2026.9.6", "2026.8.1"] },
  "a link": { token: asks("file", "own", "/a"), more: file(), files: { "other.json": FILE["s.json"] }, links: { "s.json": "other.json" }, ends: ALL },
  "a folder": { token: asks("file", "own", "/a"), more: file(), files: { "s.json/a": ["x", 0o600] }, ends: ALL },
  "a program": { token: asks("exec", "own", "a"), more: program(), files: PROGRAM, ends: [] },
  "no program": { token: asks("exec", "own", "a"), more: program(), ends: ALL },
  "what may not be run": { token: asks("exec", "own", "a"), more: program(), files: { program: [SCRIPT, 0o644] }, ends: ALL },
  "a program that its group may change": { token: asks("exec", "own", "a"), more: program(), files: { program: [SCRIPT, 0o775] }, ends: ALL },
  "a program outside of the trusted folders": { token: asks("exec", "own", "a"), more: program(', trustedDirs: ["/opt/none"]'), files: PROGRAM, ends: ALL },
  "a file without it": { token: asks("file", "own", "/b"), more: file(), files: FILE, ends: ALL },
  "a file that is not JSON": { token: asks("file", "own", "/a"), more: file(), files: { "s.json": ["abcdefgh12", 0o600] }, ends: ALL },
  "a file with a number": { token: asks("file", "own", "/a"), more: file(), files: { "s.json": ['{"a": 12345678}', 0o600] }, ends: ALL },
  "a file with blanks": { token: asks("file", "own", "/a"), more: file(), files: { "s.json": ['{"a": "  "}', 0o600] }, ends: ALL },
  "a file with a list": { token: asks("file", "own", "/0"), more: file(), files: { "s.json": ['["abcdefgh12"]', 0o600] }, ends: ALL },
  "a file, deeper": { token: asks("file", "own", "/a/0/b~1c"), more: file(), files: { "s.json": ['{"a": [{"b/c": "abcdefgh12"}]}', 0o600] }, ends: [] },
  "a file with a mark of order": { token: asks("file", "own", "/a"), more: file(), files: { "s.json": [`\ufeff${FILE["s.json"][0]}`, 0o600] }, ends: [] },
  "a file that is too long": { token: asks("file", "own", "/a"), more: file(", maxBytes: 5"), files: FILE, ends: ALL },
  "a file of one": { token: asks("file", "own", "value"), more: file().replace('"json"', '"singleValue"'), files: { "s.json": ["abcdefgh12\n", 0o600] }, ends: [] },
  "a file of one that is blank": { token: asks("file", "own", "value"), more: file().replace('"json"', '"singleValue"'), files: { "s.json": [" \n", 0o600] }, ends: ALL },
  "a provider that nobody uses": { more: file(), ends: [] },
  "a model, by a variable": { more: model(gone), ends: SEVEN },
  "a model, by a variable that is set": { more: model(gone), env: { GONE: "k" }, ends: [] },
  "a model, by a variable of the config": { more: `env: {vars: {GONE: "k"}}, ${model(gone)}`, ends: [] },
  "a model, by the name of a variable": { more: model('"$GONE"'), ends: SEVEN },
  "a model, by the name of a variable in braces": { more: model('"${GONE}"'), ends: SEVEN },
  "a model, by a variable among other words": { more: model('"a ${GONE}"'), ends: [] },
  "a model, by nobody": { more: model(asks("file", "nobody", "/a")), ends: ALL },
  "a model, by a list without it": { more: `${providers('{source: "env", allowlist: ["OTHER"]}')}, ${model(asks("env", "own", "GONE"))}`, env: { GONE: "k" }, ends: ALL },
  "a model, by a file that is not there": { more: `${file()}, ${model(asks("file", "own", "/a"))}`, ends: SEVEN },
  "what a model is told": { more: model('"k"', `, headers: {"x-a": ${gone}}`), ends: SEVEN },
  "a skill": { more: `skills: {entries: {y: {apiKey: ${gone}}}}`, ends: SEVEN },
  "a skill that is off": { more: `skills: {entries: {y: {enabled: false, apiKey: ${gone}}}}`, ends: [] },
  "speech": { more: `talk: {providers: {elevenlabs: {apiKey: ${gone}}}}`, ends: SEVEN },
  "what is told of jobs": { more: `cron: {webhookToken: ${gone}}`, ends: SEVEN },
  "how a model is asked": { more: model('"k"', `, request: {headers: {x: ${gone}}}`), ends: ALL },
  "by what a proxy to a model is known": { more: model('"k"', `, request: {proxy: {mode: "explicit-proxy", url: "http://127.0.0.1:1", tls: {ca: ${gone}}}}`), ends: ALL },
  "a search, by nobody": { more: `plugins: {entries: {google: {config: {webSearch: {apiKey: ${asks("file", "nobody", "/a")}}}}}}`, ends: ALL },
  "speech of an agent, by nobody": { more: `agents: {list: [{id: "a", tts: {providers: {elevenlabs: {apiKey: ${asks("file", "nobody", "/a")}}}}}]}`, ends: ALL },
  "a box behind SSH, by nobody": { more: `agents: {defaults: {sandbox: {mode: "all", backend: "ssh", ssh: {target: "a@b", identityData: ${asks("file", "nobody", "/a")}}}}}`, ends: ALL },
  "a channel without its plugin, by nobody": { more: `channels: {discord: {token: ${asks("file", "nobody", "/a")}}}`, ends: ["2026.8.1", "2026.7.35"] },
  "a bot": { more: telegram(`botToken: ${gone}`), ends: SEVEN },
  "a bot, by the name of a variable in braces": { more: telegram('botToken: "${GONE}"'), ends: SEVEN },
  "a bot that is off": { more: telegram(`enabled: false, botToken: ${gone}`), ends: [] },
  "a bot with a file": { more: telegram(`tokenFile: "/x", botToken: ${gone}`), ends: [] },
  "a bot beside those that have their own": { more: telegram(`botToken: ${gone}, accounts: {a: {botToken: "x"}}`), ends: [] },
  "a bot for one that has none": { more: telegram(`botToken: ${gone}, accounts: {a: {name: "x"}}`), ends: SEVEN },
  "a bot of an account": { more: telegram(`accounts: {a: {botToken: ${gone}}}`), ends: SEVEN },
  "jobs that are off, by nobody": { more: `cron: {enabled: false, webhookToken: ${asks("file", "nobody", "/a")}}`, ends: ALL },
  "a box of an agent, by nobody": { more: `agents: {list: [{id: "a", sandbox: {mode: "all", backend: "ssh", ssh: {target: "a@b", identityData: ${asks("file", "nobody", "/a")}}}}]}`, ends: ALL },
  "a search that is not the one that is named, by nobody": { more: `tools: {web: {search: {provider: "grok"}}}, plugins: {entries: {google: {config: {webSearch: {apiKey: ${asks("file", "nobody", "/a")}}}}}}`, ends: [] },
  "by what a channel knows its caller, by nobody": { more: telegram(`accounts: {a: {webhookUrl: "https://example.com/x", webhookSecret: ${asks("file", "nobody", "/a")}}}`), ends: ALL },
  "the same where nobody calls it": { more: telegram(`webhookSecret: ${asks("file", "nobody", "/a")}`), ends: [] },
  "a search whose plugin is not there, by nobody": { more: `tools: {web: {search: {apiKey: ${asks("file", "nobody", "/a")}}}}`, ends: ["2026.8.1", "2026.7.35"] },
  "a bot of an account that is off": { more: telegram(`accounts: {a: {enabled: false, botToken: ${gone}}}`), ends: [] },
};

function home({ token, more, files = {}, links = {}, env = {} }) {
  const it = fresh();
  it.env = env;
  const auth = token ? `mode: "token", token: ${token}` : 'mode: "none"';
  const config = `{gateway: {mode: "local", bind: "loopback", auth: {${auth}}}, ${more}, hooks: {internal: {enabled: true}}}`;
  put(it, ".openclaw/openclaw.json", config.replaceAll("HOME", it.home));
  putCalled(it, "own");
  for (const [path, [text, mode]] of Object.entries(files)) {
    put(it, path, text);
    chmodSync(join(it.home, path), mode);
  }
  for (const [path, to] of Object.entries(links)) symlinkSync(to, join(it.home, path));
  return it;
}

for (const version of VERSIONS)
  test(`OpenClaw ${version}: it starts with the secrets of which nothing is said`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [name, row] of Object.entries(ROWS)) {
      const it = home(row);
      try {
        const says = refusesToStart(it, version);
        const { over, called } = await started(version, it, 1, []);
        if (!over) assert.deepEqual(called, ["own"], `${name}: it is up, and calls its hook`);
        if (over !== row.ends.includes(version)) wrong.push(`${name}: the gateway ${over ? "ends" : "starts"}`);
        if (says !== over) wrong.push(`${name}: we say that it ${says ? "does not start" : "starts"}`);
      } finally {
        it.done();
      }
    }
    const all = Object.keys(ROWS).length;
    note(`OpenClaw ${version}`, "secrets that its config asks for", all, all - wrong.length);
    assert.deepEqual(wrong, []);
  });
