/** Configs in memory, for the editor: enough of an engine to see what is wrong with a line, to keep what was replaced, and to notice another program. */

import type { FakeEngine } from "./fake";
import { switched } from "./fake-data";
import type { AgentId, Backup, Change, ConfigText, Conflict, PlanView, TextProblem } from "./index";
import { type Backend, EngineError } from "./index";

const JSON5 = `{
  // Where the agent works
  agents: {
    defaults: { workspace: "~/projects/notes" },
  },
  hooks: {
    internal: {
      enabled: true,
      entries: {
        "session-memory": { enabled: true },
        "github-digest": {
          enabled: true,
          env: { GITHUB_TOKEN: "ghp_not_a_real_one" },
        },
      },
      load: { extraDirs: ["~/.milady/more-hooks"] },
    },
  },
}
`;
const TOML = `# Hooks that Moltis runs
[[hooks]]
name = "audit-log"
command = "./hooks/audit.sh"
events = ["BeforeToolCall", "AfterToolCall"]
timeout = 5
`;

type Kept = Backup & { text: string };

export class FakeConfigs {
  texts = new Map<AgentId, string>();
  kept: Kept[] = [];
  readOnly: string | null = null;

  text(agent: AgentId): string {
    return this.texts.get(agent) ?? (isToml(agent) ? TOML : JSON5);
  }

  write(agent: AgentId, text: string, summary: string) {
    const before = this.text(agent);
    const number = this.kept.length + 1;
    this.kept.unshift({
      id: `change-${number}`,
      at: new Date(Date.UTC(2026, 10, 20, 9, number)).toISOString(),
      file: file(agent),
      summary,
      bytes: before.length,
      sha256: stampOf(before),
      current: false,
      text: before,
    });
    this.texts.set(agent, text);
  }
}

const isToml = (agent: AgentId) => agent === "zeroclaw" || agent === "moltis";
const file = (agent: AgentId) => `~/.${agent}/${isToml(agent) ? "config.toml" : `${agent}.json`}`;
const stampOf = (text: string) => `stamp of ${text}`;

function check(text: string): TextProblem[] {
  const lines = text.split("\n");
  const balance = (text.match(/[{[]/g)?.length ?? 0) - (text.match(/[}\]]/g)?.length ?? 0);
  if (balance !== 0) {
    const message = balance > 0 ? "Not JSON5: the text ends too early." : "Not JSON5: unexpected }.";
    return [{ kind: "error", line: lines.length, column: 1, message }];
  }
  return lines.flatMap((line, index) => {
    const column = line.indexOf("enabld") + 1;
    if (column === 0) return [];
    const message = "Milady knows no setting hooks.internal.enabld. Did you mean enabled?";
    return [{ kind: "warning" as const, line: index + 1, column, message }];
  });
}

function diff(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `-${line}\n`);
  const added = now.filter((line) => !old.includes(line)).map((line) => `+${line}\n`);
  return [...gone, ...added].join("");
}

type ConfigCommands = Pick<
  Backend,
  | "openConfig"
  | "checkConfig"
  | "compareConfig"
  | "saveConfig"
  | "configBackups"
  | "planRestore"
  | "restoreConfig"
  | "purgeCopies"
>;

export function configCommands(engine: FakeEngine): ConfigCommands {
  const { configs } = engine;
  const open = (agent: AgentId): ConfigText => ({
    agent,
    file: file(agent),
    syntax: isToml(agent) ? "toml" : "json5",
    exists: true,
    raw: configs.text(agent),
    stamp: stampOf(configs.text(agent)),
    problems: check(configs.text(agent)),
    read_only: configs.readOnly,
  });
  const conflict = (agent: AgentId, base: string, stamp: string, mine: string): Conflict | null => {
    const theirs = configs.text(agent);
    if (stampOf(theirs) === stamp) return null;
    const clash = mine.split("\n").some((line) => theirs.includes("theirs") && line.includes("theirs"));
    return {
      raw_theirs: theirs,
      raw_merged: clash ? null : mine.replace("{\n", '{\n  by: "theirs",\n'),
      stamp: stampOf(theirs),
      theirs: diff(base, theirs),
      mine: diff(base, mine),
    };
  };
  const plan = (title: string, agent: AgentId, text: string): PlanView => ({
    title,
    steps: [`Change ${file(agent)}`],
    files: [{ path: file(agent), diff: diff(configs.text(agent), text) }],
    also: [],
    stays: [],
  });
  const change = (agent: AgentId, text: string, summary: string): Change => {
    const before = configs.text(agent);
    configs.write(agent, text, summary);
    const done = engine.change(agent, summary, () => {});
    engine.onUndo(done.undo, () => configs.write(agent, before, `Taken back: ${summary}`));
    return done;
  };
  const kept = (id: string): Kept => {
    const found = configs.kept.find((backup) => backup.id === id);
    if (!found) throw new EngineError({ code: "not-found", message: "There is no such backup.", hint: null });
    return found;
  };
  const withKept = (agent: AgentId, text: string, keep: boolean) =>
    agent === "openclaw" && keep ? `${text}// session-memory stays on\n` : text;
  return {
    openConfig: async (agent) => open(agent),
    checkConfig: async (_agent, text) => check(text),
    compareConfig: async (agent, base, stamp, text) => conflict(agent, base, stamp, text),
    saveConfig: async (agent, base, stamp, text, confirmed) => {
      const other = conflict(agent, base, stamp, text);
      if (other) return { kind: "conflict", conflict: other };
      const [problem] = check(text);
      if (problem?.kind === "error") {
        const message = `It was not saved, as Milady could not read it. Line ${problem.line}, column 1: ${problem.message}`;
        throw new EngineError({ code: "does-not-parse", message, hint: null });
      }
      if (!confirmed) return { kind: "confirm", plan: plan("Save the config of Milady", agent, text) };
      const done = change(agent, text, "The config of Milady was edited.");
      return { kind: "done", change: done, text: open(agent) };
    },
    configBackups: async (agent) =>
      configs.kept.map(({ text, ...backup }) => ({ ...backup, current: text === configs.text(agent) })),
    planRestore: async (agent, id, keep) => ({
      ...plan("Bring an earlier version back", agent, withKept(agent, kept(id).text, keep)),
      also: agent === "openclaw" ? [switched("session-memory", "off")] : [],
    }),
    restoreConfig: async (agent, id, keep) =>
      change(agent, withKept(agent, kept(id).text, keep), "An earlier version was brought back."),
    purgeCopies: async (_change, confirmed) => {
      if (!confirmed)
        return {
          kind: "confirm",
          plan: {
            title: "Forget the key in what is kept?",
            steps: [
              "2 earlier changes still hold the key, so that they can be taken back.",
              "All of that is forgotten, and can no longer be taken back.",
            ],
            files: [],
            also: [],
            stays: ["The files of your agents stay as they are."],
          },
        };
      const summary = "The key is gone from what is kept: 2 changes can no longer be taken back.";
      const change = {
        changed: true,
        summary,
        agent: "milady" as const,
        also: [],
        undo: null,
        kept_copies: 0,
      };
      return { kind: "done", change };
    },
  };
}
