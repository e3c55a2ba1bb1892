/** An engine in memory, for component tests and for pictures in a browser. Not part of a build. */

import { fullActivity, manyEntries } from "./fake-activity";
import { commandsOf } from "./fake-commands";
import { FakeConfigs } from "./fake-config";
import { AGENTS, agentView, said, settled } from "./fake-data";
import { fullHooks, manyHooks } from "./fake-hooks";
import { FakeIncoming } from "./fake-incoming";
import { FakeJobs, jobsOf } from "./fake-jobs";
import { FakePlugins, fullPlugins } from "./fake-plugins";
import { FakeReceipts } from "./fake-receipts";
import { settingsOf } from "./fake-settings-data";
import { truthHooks, truthView } from "./fake-truth";
import { FakeTries } from "./fake-try";
import type {
  AgentId,
  AgentView,
  AskDifference,
  Change,
  Entry,
  Finding,
  Hook,
  InventoryChanged,
  MachineView,
  NewVersion,
  Outcome,
  RemovedHook,
  Seen,
  Sentence,
  SettingsView,
  Wishes,
} from "./index";
import { type Backend, EngineError } from "./index";
import { tidy } from "./tidy";

const SCENARIOS = [
  "full",
  "empty",
  "first-run",
  "error",
  "many",
  "trouble",
  "truth",
  "installing",
  "install-failed",
  "installed",
] as const;
export type Scenario = (typeof SCENARIOS)[number];

const MACHINE: MachineView = {
  platform: "linux",
  path_dirs: [
    "~/.bun/bin",
    "~/.local/bin",
    "~/bin",
    "/usr/local/sbin",
    "/usr/local/bin",
    "/usr/sbin",
    "/usr/bin",
    "/sbin",
    "/bin",
  ],
  home: "/home/ana",
  path_source: "login-shell",
  checking: false,
};

/** The state behind the fake; tests change it and call `report`. */
export class FakeEngine {
  hooks: Hook[] = [];
  agents: AgentView[];
  machine = MACHINE;
  opened: string[] = [];
  /** What the page told of its own faults. */
  pageErrors: string[] = [];
  /** An agent that can be told has not been. */
  untold = false;
  /** Files of hooks that were saved, by hook and name. */
  files = new Map<string, string>();
  calls: string[] = [];
  /** Those that were saved, in order. */
  sentences: Sentence[] = [];
  /** Command → what it answers with instead of a result. */
  failures = new Map<string, EngineError>();
  windowShown = 0;
  /** What Roll call heard. */
  heard: Seen[] = [];
  /** Of what the agent's own program says something else. */
  disagrees: AskDifference[] = [];
  /** Hooks that were removed and are kept. */
  removed: RemovedHook[] = [
    {
      id: "c-41",
      name: "notes-keeper",
      agent: "milady",
      removed_at: "2026-11-14T09:00:00Z",
      from: "~/.milady/hooks/notes-keeper",
      size: 4200,
      kept_until: "2027-02-12T09:00:00Z",
      replaced: false,
      in_the_way: false,
    },
    {
      id: "c-40",
      name: "command-logger",
      agent: "milady",
      removed_at: "2026-11-12T09:00:00Z",
      from: "~/.milady/hooks/command-logger",
      size: 1800,
      kept_until: "2027-02-10T09:00:00Z",
      replaced: true,
      in_the_way: true,
    },
  ];
  /** The page said that something is typed and not saved. */
  heldOpen = false;
  /** What was typed and is kept on the disk. */
  typed = new Map<string, string>();
  configs = new FakeConfigs();
  /** Undo id → what it takes back beside the hooks. */
  private besides = new Map<string, () => void>();
  jobs = new FakeJobs();
  incoming = new FakeIncoming();
  settings: Map<AgentId, SettingsView>;
  /** Context files by name, as they are on the disk. */
  contexts = new Map([["BOOT.md", "- Check the mail.\n"]]);
  ownDataExists = true;
  /** Changed hooks are turned off where the change does something serious. */
  guard = true;
  /** What was said about the window itself; the tour is asked for by the tests of it. */
  wishes: Wishes = {
    tour_seen: true,
    notices: { changed: false, installed: false, tried: false },
    background: false,
    ask_after_change: false,
  };
  /** Why the desktop would show no icon in its tray; none where it does. */
  noTray: string | null = null;
  atLogin = false;
  /** Who is asked for a new version, and what there is. */
  updatesFrom: string | null = null;
  /** Whether a program opens the log, or its folder. */
  logOpens = true;
  newVersion: NewVersion = { kind: "newest", sentence: "Tacklebox 0.1.0 is the newest." };
  /** What the person picks in the system's dialog. */
  picks: string | null = "~/.milady/picked";
  activity: Entry[] = [];
  tries = new FakeTries(() => this.hooks);
  receipts = new FakeReceipts(this);
  plugins = new FakePlugins((summary, work) => this.change("openclaw", summary, work), this.calls);
  private reports = new Set<(event: InventoryChanged) => void>();
  private undos = new Map<
    string,
    { before: Hook[]; summary: string; agent: AgentId; settings?: SettingsView; undone?: boolean }
  >();

  constructor(readonly scenario: Scenario) {
    const found: AgentId[] =
      scenario === "first-run"
        ? []
        : scenario === "full"
          ? ["milady", "openclaw", "moltis"]
          : scenario === "truth"
            ? ["milady", "openclaw", "zeroclaw", "moltis"]
            : ["milady"];
    this.agents = AGENTS.map((agent) => agentView(agent, found.includes(agent)));
    this.settings = new Map(
      this.agents.map(({ agent, name }) => [agent, settingsOf(agent, name, scenario !== "empty")]),
    );
    if (scenario === "full" || scenario === "truth") this.plugins.all = fullPlugins();
    if (scenario === "full") this.hooks = fullHooks();
    if (scenario === "full") this.activity = fullActivity();
    if (scenario === "many") this.activity = manyEntries(1000);
    if (scenario === "many") this.hooks = manyHooks(5000);
    if (scenario === "error") {
      this.failures.set(
        "overview",
        new EngineError({
          code: "not-written",
          message: "/home/ana/.milady could not be read: permission denied.",
          hint: "Nothing was changed. Allow yourself to read that folder, then try again.",
        }),
      );
    }
    if (scenario === "installing" || scenario === "install-failed" || scenario === "installed") {
      this.hooks = fullHooks();
      this.jobs = jobsOf(scenario);
    }
    if (scenario === "trouble") this.makeTrouble();
    if (scenario === "truth") {
      this.hooks = truthHooks();
      this.agents = this.agents.map(truthView);
    }
    if (scenario === "full")
      Object.assign(this.agent("milady"), {
        pending: ["Session memory was turned on."],
        pending_hooks: this.hooks.filter((hook) => hook.name === "session-memory").map((hook) => hook.id),
      });
  }

  /** Everything at once that can be wrong, with the longest words. */
  private makeTrouble() {
    const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltung";
    this.hooks = fullHooks().map((hook) => ({
      ...hook,
      title: `${hook.title} ${long}`,
      name: `${hook.name}-${long.toLowerCase()}`,
      description: `${hook.description}. ${long} and ${long} once more, in a sentence that does not want to end.`,
      reason: hook.reason && `${hook.reason}, ${long}`,
    }));
    this.machine = { ...MACHINE, checking: true };
    const blocked = "Line 12, column 3: A comma is missing before “hooks”.";
    const own = this.settingsOf("milady");
    this.settings.set("milady", {
      ...own,
      config: { ...own.config, blocked },
      fields: own.fields.map((field) => ({ ...field, editable: false, clearable: false })),
      folders: own.folders && { ...own.folders, editable: false },
      lists: own.lists.map((list) => ({ ...list, editable: false, can_add: false })),
    });
    Object.assign(this.agent("milady"), {
      hooks_on: false,
      pending: ["Session memory was turned on.", "GitHub digest was installed.", "Welcome was turned off."],
      problems: [
        {
          path: "/home/ana/.milady/milady.json",
          message: "A comma is missing before “hooks”. Hooks are shown as if the file were empty.",
          line: 12,
          column: 3,
        },
      ],
    });
  }

  settingsOf(agent: AgentId): SettingsView {
    return this.settings.get(agent) as SettingsView;
  }

  /** A change of the settings that can be taken back. */
  changeSettings(
    agent: AgentId,
    summary: string,
    change: (view: SettingsView) => Partial<SettingsView>,
  ): Outcome {
    const before = this.settingsOf(agent);
    const done = this.change(agent, summary, () =>
      this.settings.set(agent, { ...before, ...change(before) }),
    );
    const undo = this.undos.get(done.undo as string);
    if (undo) undo.settings = before;
    return { kind: "done", change: done };
  }

  agent(agent: AgentId): AgentView {
    return this.agents.find((view) => view.agent === agent) as AgentView;
  }

  view(agent: AgentId): AgentView {
    const own = this.hooks.filter((hook) => hook.agent === agent);
    const count = (state: Hook["state"]) => own.filter((hook) => hook.state === state).length;
    const counts = {
      ready: count("ready"),
      not_called: count("not-called"),
      needs_setup: count("needs-setup"),
      off: count("off"),
      cannot_run_here: count("cannot-run-here"),
      broken: count("broken"),
      replaced: count("replaced"),
    };
    const blocked = this.agent(agent).blocked !== null;
    return {
      ...this.agent(agent),
      plugins: agent === "openclaw" ? this.plugins.all.length : null,
      hooks: own.length,
      needs_attention: counts.needs_setup + counts.broken,
      needs_you:
        (blocked ? 1 : 0) +
        own.filter(
          ({ alarming, state }) => alarming || state === "broken" || (state === "needs-setup" && !blocked),
        ).length,
      alarming: own.filter((hook) => hook.alarming).length,
      serious: own.filter((hook) => hook.danger ?? hook.turned_off ?? hook.serious_change).length,
      counts,
    };
  }

  /** Who may read the file of the keys beside its owner. */
  readers: string | null = null;

  /** What was found in installed hooks, by id. */
  found = new Map<string, Finding[]>();

  find(id: string): Hook {
    const hook = this.hooks.find((other) => other.id === id);
    if (!hook) throw new EngineError({ code: "not-found", message: `There is no hook ${id}.`, hint: null });
    return hook;
  }

  replace(id: string, part: Partial<Hook>) {
    this.hooks = this.hooks.map((hook) => (hook.id === id ? settled({ ...hook, ...part }) : hook));
  }

  /** As the engine does after a change on disk. */
  report(agent: AgentId, upserted: Hook[], removed: string[] = []) {
    for (const report of this.reports)
      report(tidy({ agent: this.view(agent), full: false, upserted, removed }));
  }

  change(agent: AgentId, summary: string, work: () => void): Change {
    const before = this.hooks;
    const undo = `undo-${this.undos.size + 1}`;
    this.undos.set(undo, { before, summary, agent });
    work();
    this.agent(agent).pending.push(summary);
    const at = new Date().toISOString();
    this.activity = [
      { at, kind: "changed", agent, summary, failed: false, details: [], undo },
      ...this.activity,
    ];
    return { changed: true, summary, agent, also: [], undo, kept_copies: 0 };
  }

  /** Another version is judged by; what is found here stays. */
  choose(agent: AgentId, version: string | null) {
    const own = this.agent(agent);
    const found = own.runtime.known.includes(own.runtime.found ?? "");
    const basis = version !== null ? "chosen" : found ? "installed" : "assumed";
    const judged = version ?? (found ? own.runtime.found : own.runtime.known.at(-1)) ?? "documented";
    const runtime = { ...own.runtime, version: judged, basis } as const;
    own.runtime = { ...runtime, ...said(own.name, runtime) };
  }

  onUndo(id: string | null, work: () => void) {
    if (id !== null) this.besides.set(id, work);
  }

  takeBack(id: string): Change {
    const entry = this.undos.get(id);
    if (!entry || entry.undone) {
      const message = "There is nothing to undo: it was taken back already.";
      throw new EngineError({ code: "nothing-to-undo", message, hint: null });
    }
    entry.undone = true;
    this.hooks = entry.before;
    const summary = `Taken back: ${entry.summary}`;
    const at = new Date().toISOString();
    this.activity = [
      { at, kind: "taken-back", agent: entry.agent, summary, failed: false, details: [], undo: null },
      ...this.activity.map((other) => (other.undo === id ? { ...other, undo: null } : other)),
    ];
    if (entry.settings) this.settings.set(entry.agent, entry.settings);
    this.besides.get(id)?.();
    return {
      changed: true,
      summary,
      agent: entry.agent,
      also: [],
      undo: null,
      kept_copies: 0,
    };
  }

  listen(report: (event: InventoryChanged) => void) {
    this.reports.add(report);
    return () => void this.reports.delete(report);
  }
}

const show = (arg: unknown) => (typeof arg === "object" && arg !== null ? JSON.stringify(arg) : String(arg));

/** The commands, each recorded, failing where a test said so, and tidied as behind the real door. */
export function fakeBackend(engine: FakeEngine): Backend {
  const commands = commandsOf(engine);
  const wrap =
    (name: string, run: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]) => {
      engine.calls.push(
        `${name}(${args.map((arg) => (typeof arg === "function" ? "…" : show(arg))).join(", ")})`,
      );
      const failure = engine.failures.get(name);
      if (failure) throw failure;
      return tidy(await run(...args));
    };
  return Object.fromEntries(
    Object.entries(commands).map(([name, run]) => [name, name.startsWith("on") ? run : wrap(name, run)]),
  ) as unknown as Backend;
}

export function createFake(scenario: string): Backend {
  const known = SCENARIOS.find((other) => other === scenario);
  return fakeBackend(new FakeEngine(known ?? "full"));
}
