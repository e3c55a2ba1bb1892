// What our commands make of OpenClaw's config, shown to each version as its own `config validate` sees it: in the home
// in which it was written, with the plugins that are there then. A warning counts too: nothing that we write is in vain.
import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent, here } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { answers, node, openclaw, OWN, VERSIONS } from "./openclaw-ask.mjs";
import { tacklebox } from "./tacklebox.mjs";

const CONFIG = ".openclaw/openclaw.json";
const shipped = join(here, "..", "..", "hooks-bundled");
const ships = (kind) => readdirSync(shipped).filter((name) => existsSync(join(shipped, name, kind)));
const HOOKS = ships("module");
const PLUGINS = ships("plugin");

/** A config of a person, who has plugins asked for by name, and entries for hooks. */
const MINE = "// mine\n{\n  plugins: { allow: ['memory-core'], },\n  hooks: { internal: { entries: { other: { enabled: true } } } },\n}\n";

const installs = (names) => names.map((name) => `hooks install ${name}${OWN.includes(name) ? " --replace" : ""}`);
const all = installs([...HOOKS, ...PLUGINS]);
const switched = ["hooks welcome", "hooks session-memory", "plugins tool-logger"].flatMap((one) => [one.replace(" ", " disable "), one.replace(" ", " enable ")]);
const removed = [...HOOKS.map((name) => `hooks remove ${name} --with-settings`), ...PLUGINS.map((name) => `plugins remove ${name}`)];
const settings = ["plugins set tool-logger arguments true", 'plugins set sandbox-writes folders ["~/work"]'];
const keys = ["hooks set github-digest --env GITHUB_TOKEN", "hooks set slack-notify --env SLACK_WEBHOOK_URL"];
const plugins = [
  "plugins new quiet --template quiet-hours --on",
  "plugins new said --event before_tool_call --tool exec --if rm --block no",
  "plugins enable said",
  "plugins edit said --if ls",
  "plugins set quiet note hello",
  "plugins copy quiet",
  "plugins enable quiet-mine",
  "plugins unset quiet note",
  "plugins disable quiet",
];

/** What each begins with, and what people do one after another. `{set-up}` is kept from one to the next. */
const WRITES = {
  "what ships, without a config": [null, ...all, ...settings, ...switched, ...removed],
  "what ships, in a config of a person": [MINE, ...installs(["welcome", "session-memory", ...PLUGINS]), ...settings, ...switched],
  keys: [
    "{}\n",
    ...installs(["github-digest", "slack-notify"]),
    ...keys,
    "hooks unset github-digest --env GITHUB_TOKEN",
    "hooks undo",
    "hooks remove github-digest",
    "hooks restore github-digest",
  ],
  config: [
    MINE,
    "config set hooks.internal.enabled true",
    "config set agents.defaults.workspace ~/elsewhere",
    "config set gateway.port 18790",
    "config unset gateway.port",
    "config restore {oldest}",
    "hooks undo",
    "config unset plugins",
  ],
  plugins: ["{}\n", ...plugins, "plugins remove quiet", "hooks undo", "plugins remove said"],
  "plugins, asked for by name": [MINE, ...plugins, "plugins remove quiet", "hooks undo", "plugins remove said"],
  "hooks of others": [
    MINE,
    "hooks port tidy --agent milady --to openclaw",
    "hooks enable tidy",
    "hooks install daily-summary --agent milady",
    "hooks port daily-summary --agent milady --to openclaw",
    "hooks enable daily-summary",
    "hooks port no-rm --agent moltis --to openclaw",
    "plugins enable no-rm",
  ],
  // It carries no hook in place of one that the agent brings.
  "a set-up": [
    "{}\n",
    ...installs(["github-digest", "slack-notify", "welcome", "sandbox-writes", "tool-logger"]),
    ...keys,
    ...settings,
    "hooks disable welcome",
    "setup export {set-up}",
  ],
  "that set-up, without a config": [null, "setup apply {set-up} --yes", "hooks undo"],
  "that set-up, in a config of a person": [MINE, "hooks install welcome", "plugins new own --template log-tools --on", "setup apply {set-up} --yes --turn-off-others", "hooks undo"],
};

/** What it says of every plugin that is off and keeps its settings. */
const OFF = "plugin disabled (disabled in config) but config is present";

/** Of a plugin that was removed its name is left in `plugins.allow`: it warns, and starts. */
const KNOWN = [];

/** A home with hooks of Milady and Moltis beside what OpenClaw's config says. */
function home(config) {
  const it = fresh();
  const metadata = JSON.stringify({ milady: { events: ["command:new"], requires: { env: ["TOKEN"], config: ["hooks.internal.enabled"] } } });
  put(it, ".milady/hooks/tidy/HOOK.md", `---\nname: tidy\ndescription: d\nmetadata: ${metadata}\n---\n`);
  put(it, ".milady/hooks/tidy/handler.ts", "export default async () => {};\n");
  put(it, ".milady/milady.json", JSON.stringify({ hooks: { internal: { enabled: true, entries: { tidy: { enabled: true, env: { TOKEN: "x" } } } } } }));
  put(it, ".moltis/hooks/no-rm/HOOK.md", '+++\nname = "no-rm"\ndescription = "d"\nevents = ["BeforeToolCall"]\ncommand = "./run.sh"\n+++\n');
  put(it, ".moltis/hooks/no-rm/run.sh", "#!/bin/sh\ncat > /dev/null\n");
  put(it, ".openclaw/workspace/x", "");
  if (config !== null) put(it, CONFIG, config);
  return it;
}

for (const version of VERSIONS)
  test(`OpenClaw ${version} takes what our commands write, each where it was written`, { skip: absent(() => [openclaw(version), node()]) }, () => {
    const kept = fresh();
    const written = [];
    try {
      for (const [name, [start, ...rows]] of Object.entries(WRITES)) {
        const it = home(start);
        const text = () => (existsSync(join(it.home, CONFIG)) ? readFileSync(join(it.home, CONFIG), "utf8") : null);
        const ask = (args) => tacklebox(it, [...args, ...(args.includes("--agent") ? [] : ["--agent", "openclaw"]), "--runtime", `openclaw=${version}`], { input: "value\n" });
        try {
          for (const row of rows) {
            const known = (word) => {
              if (word === "{oldest}") return ask(["config", "backups"]).json.at(-1).id;
              return word === "{set-up}" ? join(kept.home, "set-up.toml") : word;
            };
            const before = text();
            const { status, stderr } = ask(row.split(" ").map(known));
            assert.equal(status, 0, `${name}, ${row}: ${stderr}`);
            if (text() === before || text() === null) continue;
            const copy = join(kept.home, String(written.length));
            cpSync(it.home, copy, { recursive: true });
            written.push({ copy, what: `${name}, ${row}`, text: text() });
          }
        } finally {
          it.done();
        }
      }
      const said = answers(version, "validate-homes.mjs", written.map(({ copy }) => copy));
      const wrong = written.flatMap(({ what, text }, at) => {
        const { ok, issues, warnings } = said[at];
        const bad = [...issues, ...warnings.filter(({ message }) => message !== OFF)];
        return ok && bad.length === 0 ? [] : [{ what, says: `${what}: ${JSON.stringify(bad)}\n${text}` }];
      });
      note(`OpenClaw ${version}`, "configs written, in their homes", written.length, written.length - wrong.length);
      assert.ok(written.length > 100, `${written.length} configs were written`);
      assert.deepEqual(wrong.filter(({ what }) => !KNOWN.includes(what)).map(({ says }) => says), []);
      assert.deepEqual(wrong.map(({ what }) => what), KNOWN);
    } finally {
      kept.done();
    }
  });
