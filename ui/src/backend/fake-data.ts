/** What the fake computer holds: enough of everything that a screen can show. */
import type {
  AgentId,
  AgentRuntime,
  AgentView,
  Also,
  Entry,
  Finding,
  Hook,
  HookAction,
  HookDetail,
  HookRuntime,
  Included,
  InstallOption,
  Missing,
  OnOff,
  ProvisionView,
  SetupItem,
} from "./index";

const NAMES: Record<AgentId, string> = {
  milady: "Milady",
  eliza: "Eliza",
  openclaw: "OpenClaw",
  zeroclaw: "ZeroClaw",
  moltis: "Moltis",
};
export const AGENTS = Object.keys(NAMES) as AgentId[];

const VERSIONS: Record<AgentId, string[]> = {
  milady: ["documented", "2026-03-01"],
  eliza: ["documented", "2.0.0-beta.2"],
  openclaw: ["documented", "2026.7.35", "2026.8.1", "2026.9.6"],
  zeroclaw: ["documented", "0.1.6-hooks", "0.8.7"],
  moltis: ["documented", "2026-08-21"],
};

/** The newest known version, found here; every moment is sent unless a scenario says otherwise. */
export function runtimeOf(agent: AgentId, part: Partial<AgentRuntime> = {}): AgentRuntime {
  const known = VERSIONS[agent];
  const version = known.at(-1) ?? "documented";
  const runtime = { version, basis: "installed" as const, ...part };
  return {
    found: version,
    path: "/usr/lib/node_modules",
    known,
    sends: ["gateway:startup"],
    ...said(NAMES[agent], runtime),
    config: "accepted",
    config_problems: [],
    ...runtime,
  };
}

/** How the engine names a version, and begins a sentence about what it does not send. */
export function said(name: string, { version, basis }: Pick<AgentRuntime, "version" | "basis">) {
  if (version === "documented")
    return {
      named: `${name}, by its documentation`,
      never_sends: `By its documentation, ${name} never sends`,
    };
  return basis === "assumed"
    ? { named: `${name} (taken to be ${version})`, never_sends: `No ${name} known, up to ${version}, sends` }
    : { named: `${name} ${version}`, never_sends: `${name} ${version} never sends` };
}

const BREAKER = {
  id: "breaker",
  sentence:
    "After 3 failures in a row (5 by its documentation) Moltis leaves a hook out for 60 seconds, then tries it once more. A hook that blocks has not failed.",
  fixable: false,
  seen: "Moltis of 2026-08-21, run",
};

export function agentView(agent: AgentId, found: boolean): AgentView {
  return {
    agent,
    name: NAMES[agent],
    found,
    home: `/home/ana/.${agent}`,
    config: `/home/ana/.${agent}/${agent}.json`,
    config_exists: found,
    workspace: `/home/ana/.${agent}/workspace`,
    projects: agent === "moltis" || agent === "eliza" ? [] : null,
    hooks: 0,
    plugins: agent === "openclaw" ? 0 : null,
    bundled_plugins: agent === "openclaw" ? 63 : 0,
    needs_attention: 0,
    needs_you: 0,
    alarming: 0,
    serious: 0,
    changed: 0,
    notes: agent === "moltis" ? [BREAKER] : [],
    hooks_on: true,
    blocked: null,
    runtime: runtimeOf(agent, found ? {} : { found: null, path: null, basis: "assumed" }),
    counts: { ready: 0, not_called: 0, needs_setup: 0, off: 0, cannot_run_here: 0, broken: 0, replaced: 0 },
    managed_dir: `~/.${agent}/hooks`,
    problems: [],
    pending: [],
    pending_hooks: [],
    restart_hint: agent === "zeroclaw" ? "" : `Restart ${NAMES[agent]}`,
  };
}

/** What does not apply is null, as the engine sends it. */
export function actionOf(part: Partial<HookAction> & { kind: HookAction["kind"] }): HookAction {
  return {
    command: null,
    workdir: null,
    env: null,
    url: null,
    method: null,
    headers: null,
    body: null,
    content: null,
    position: null,
    ...part,
  };
}

type HookPart = Partial<Omit<Hook, "runtime">> & { name: string; runtime?: Partial<HookRuntime> };

export function makeHook(part: HookPart): Hook {
  const agent = part.agent ?? "milady";
  const source = part.source ?? "managed";
  const dir = `/home/ana/.${agent}/${source === "workspace" ? "workspace/hooks" : "hooks"}/${part.name}`;
  return {
    id: `${agent}/${source}/${part.name}`,
    agent,
    title: part.name,
    hook_key: part.name,
    workspace: source === "workspace" ? `/home/ana/.${agent}/workspace` : null,
    description: "",
    emoji: null,
    homepage: null,
    source,
    dir,
    manifest: `${dir}/HOOK.md`,
    handler: { kind: "module", path: `${dir}/handler.ts`, export: "default" },
    action: actionOf({ kind: "module" }),
    conditions: null,
    timeout_secs: null,
    draft: false,
    project: null,
    events: ["session:start"],
    when: "when a session starts",
    priority: 0,
    enabled: true,
    eligible: true,
    state: "ready",
    reason: null,
    missing: [],
    notes: [],
    findings: 0,
    replaced_by: null,
    replaced_by_id: null,
    error: null,
    changed: [],
    danger: null,
    warning: null,
    turned_off: null,
    installed: source === "managed" && part.state !== "broken",
    serious_change: null,
    alarming: (part.danger ?? part.turned_off ?? null) !== null,
    called_for_real: null,
    ...part,
    runtime: {
      version: VERSIONS[agent].at(-1) ?? "documented",
      basis: "installed",
      loads: true,
      registered: part.events ?? ["session:start"],
      called: part.events ?? ["session:start"],
      because: [],
      ...part.runtime,
    },
  };
}

export const tokenMissing: Missing = {
  kind: "env",
  names: ["GITHUB_TOKEN"],
  message: "missing env: GITHUB_TOKEN",
  sentence: "Needs a GitHub token",
};
const ffmpegMissing: Missing = {
  kind: "bin",
  names: ["ffmpeg"],
  message: "missing bin: ffmpeg",
  sentence: "Needs the program ffmpeg",
};

export function fullHooks(): Hook[] {
  return [
    makeHook({
      name: "github-digest",
      title: "GitHub digest",
      emoji: "🐙",
      description: "Sums up what happened in your repositories since the last session.",
      state: "needs-setup",
      eligible: false,
      reason: "Needs a GitHub token",
      missing: [tokenMissing],
      homepage: "https://example.org/github-digest",
      findings: 1,
      notes: [
        {
          id: "milady-json-metadata",
          sentence:
            "Today's Milady will not run this hook. It reads a hook's settings only when they are written as one line of JSON; here they are YAML.",
          fixable: true,
          seen: "Milady 0.4",
        },
      ],
    }),
    makeHook({
      name: "voice-notes",
      title: "Voice notes",
      emoji: "🎧",
      source: "workspace",
      description: "Turns voice messages into text",
      when: "when a message arrives",
      events: ["message:received"],
      state: "needs-setup",
      eligible: false,
      reason: "Needs the program ffmpeg",
      missing: [ffmpegMissing],
    }),
    makeHook({
      name: "old-logger",
      description: "HOOK.md could not be read",
      when: "",
      events: [],
      state: "broken",
      eligible: false,
      reason: "Line 4: the list that begins here is never closed",
      error: "HOOK.md:4:11: while parsing a flow sequence, expected ',' or ']' but found end of block",
    }),
    makeHook({
      name: "session-memory",
      title: "Session memory",
      emoji: "🧠",
      description: "Saves a summary when you start over with /new",
      when: "on /new",
      events: ["command:new"],
    }),
    makeHook({
      name: "command-logger",
      title: "Command logger",
      emoji: "📜",
      description: "Keeps a list of every command",
      when: "on every command",
      events: ["command"],
    }),
    makeHook({
      name: "boot-md",
      title: "Boot notes",
      emoji: "🚀",
      source: "workspace",
      description: "Reads BOOT.md when Milady starts",
      when: "when the gateway starts",
      events: ["gateway:startup"],
    }),
    makeHook({
      name: "boot-md",
      title: "Boot notes",
      emoji: "🚀",
      description: "Reads BOOT.md when Milady starts",
      when: "when the gateway starts",
      events: ["gateway:startup"],
      state: "replaced",
      reason: "The one in your workspace takes its place",
      replaced_by: "workspace",
      replaced_by_id: "milady/workspace/boot-md",
    }),
    makeHook({
      name: "welcome",
      title: "Welcome",
      emoji: "👋",
      description: "Greets you in each new session",
      enabled: false,
      state: "off",
    }),
    makeHook({
      name: "mac-notes",
      title: "Mac notes",
      emoji: "🍎",
      source: "extra",
      description: "Writes each session's summary into the Notes app",
      state: "cannot-run-here",
      eligible: false,
      reason: "Only for macOS",
    }),
    ...["session-memory", "command-logger", "tidy-up"].map((name) =>
      makeHook({
        agent: "openclaw",
        name,
        emoji: "📦",
        source: "bundled",
        description: "Comes with OpenClaw",
      }),
    ),
    makeHook({
      agent: "moltis",
      name: "guard",
      title: "Dangerous-command guard",
      emoji: "🛡️",
      description: "Looks at a command before it runs",
      when: "before a tool is used",
      events: ["BeforeToolCall"],
      handler: { kind: "shell", command: "./handler.sh", timeout_secs: 5 },
      state: "needs-setup",
      eligible: false,
      reason: "Its command handler.sh may not be run yet",
      missing: [
        {
          kind: "not-executable",
          names: ["handler.sh"],
          message: "not executable: handler.sh",
          sentence: "Its command handler.sh may not be run yet",
        },
      ],
    }),
  ];
}

/** As many as a list must bear. */
export function manyHooks(count: number): Hook[] {
  const states = ["ready", "ready", "ready", "off", "needs-setup", "broken"] as const;
  return Array.from({ length: count }, (_, index) => {
    const state = states[index % states.length] ?? "ready";
    return makeHook({
      name: `hook-${index}`,
      title: `Hook number ${index}`,
      emoji: "⚙️",
      description: `Does the thing with the number ${index} for you`,
      state,
      enabled: state !== "off",
      reason:
        state === "broken" ? "HOOK.md is empty" : state === "needs-setup" ? "Needs a GitHub token" : null,
      missing: state === "needs-setup" ? [tokenMissing] : [],
    });
  });
}

function setupOf(hook: Hook): SetupItem[] {
  const item = (part: Partial<SetupItem> & Pick<SetupItem, "kind" | "names" | "title">): SetupItem => ({
    met: true,
    sentence: "",
    detail: null,
    editable: false,
    help: null,
    readers: null,
    value_kind: "text",
    secret: false,
    clearable: false,
    in_config: false,
    install: [],
    note: null,
    ...part,
  });
  const missing = (name: string) => hook.missing.some((other) => other.names.includes(name));
  switch (hook.name) {
    case "github-digest": {
      const open = missing("GITHUB_TOKEN");
      return [
        item({
          kind: "env",
          names: ["GITHUB_TOKEN"],
          title: "GitHub token",
          met: !open,
          sentence: open
            ? "So that it can read your repositories. Saved in Milady's settings on this computer, as plain text."
            : "Saved in Milady's settings",
          detail: "GITHUB_TOKEN → milady.json · hooks.internal.entries.github-digest.env",
          editable: true,
          secret: true,
          clearable: !open,
          help: {
            purpose: "Lets the hook see GitHub as you do.",
            url: "https://github.com/settings/tokens",
            rights: "Only those that the hook needs: for example notifications.",
            by_author: false,
            service: "GitHub",
            begins: ["ghp_", "github_pat_"],
            asks: "api.github.com",
          },
        }),
        item({ kind: "bin", names: ["git"], title: "git", sentence: "Found in /usr/bin" }),
        item({
          kind: "any-bins",
          names: ["bun", "node", "deno"],
          title: "One of: bun, node, deno",
          sentence: "Using bun, found in ~/.bun/bin",
        }),
      ];
    }
    case "voice-notes":
      return [
        item({
          kind: "bin",
          names: ["ffmpeg"],
          title: "ffmpeg",
          met: false,
          sentence: "Needs the program ffmpeg",
          install: [
            way({
              id: "brew",
              label: "Install ffmpeg with Homebrew",
              command: "brew install ffmpeg",
              runnable: true,
            }),
            way({
              id: "apt",
              label: "Install ffmpeg with apt",
              command: "sudo apt install ffmpeg",
              note: "Run it in a terminal: it asks for your password.",
            }),
            way({ id: "page", label: "Download page", url: "https://ffmpeg.org/download.html" }),
          ],
        }),
        item({
          kind: "config",
          names: ["voice.language"],
          title: "Setting voice.language",
          met: false,
          sentence: "The language that is spoken",
          detail: "voice.language in milady.json",
          editable: true,
          value_kind: "any",
        }),
        item({
          kind: "config",
          names: ["voice.speed"],
          title: "Setting voice.speed",
          met: false,
          sentence: "How quickly it is spoken",
          detail: "voice.speed in milady.json",
          editable: true,
          value_kind: "number",
        }),
        item({
          kind: "config",
          names: ["voice.enabled"],
          title: "Setting voice.enabled",
          sentence: "Set in Milady's settings",
          detail: "voice.enabled in milady.json",
          editable: true,
          clearable: true,
          value_kind: "switch",
        }),
      ];
    case "dcg-guard":
      return [
        item({ kind: "bin", names: ["dcg"], title: "dcg", met: false, sentence: "Needs the program dcg" }),
        item({ kind: "bin", names: ["jq"], title: "jq", sentence: "Found in /usr/bin" }),
      ];
    case "guard":
      return [
        item({
          kind: "not-executable",
          names: ["handler.sh"],
          title: "handler.sh",
          met: hook.missing.length === 0,
          sentence: hook.missing.length === 0 ? "May be run" : "The file is there, but it may not be run yet",
        }),
      ];
    default:
      return [];
  }
}

function way(part: Partial<InstallOption>): InstallOption {
  return {
    id: "",
    program: "ffmpeg",
    label: "",
    command: null,
    url: null,
    runnable: false,
    note: null,
    ...part,
  };
}

/** An installation as it is when it has just started. */
export function jobOf(hook: string, program: string, method: string): ProvisionView {
  const step = { state: "waiting", text: null, command: null, work: false, millis: null } as const;
  return {
    job: `${program}-1`,
    hook,
    program,
    method,
    steps: [
      { ...step, title: "Look for Homebrew", state: "done", text: "Found", millis: 100 },
      {
        ...step,
        title: `Install ${program}`,
        state: "running",
        command: `brew install ${program}`,
        work: true,
      },
      { ...step, title: "Check again" },
    ],
    progress: { percent: null, text: "" },
    elapsed: 100,
    ended: null,
  };
}

const BODY = `# GitHub digest

Reads what changed in **your repositories** since the last session and says it in five lines.

## What it does

- asks GitHub for new issues, pull requests and releases
- keeps the last answer in \`memory/digest.json\`
- [x] never writes to GitHub

| variable | what for |
| --- | --- |
| \`GITHUB_TOKEN\` | reading your repositories |

![A picture of the digest](https://tracker.example/pixel.png)

See [how to make a token](https://docs.github.com/tokens).

\`\`\`sh
tacklebox hooks info github-digest
\`\`\`
`;

const FINDING: Finding = {
  rule: "network",
  severity: "low",
  file: "handler.ts",
  line: 12,
  excerpt: 'await fetch("https://api.github.com/graphql", …)',
  why: "Connects to the internet: api.github.com",
  language: "typescript",
};

/** Its version in force does not ask for order numbers. */
export const unordered = (agent: AgentId) =>
  agent === "moltis" ? "Moltis 2026-08-21 does not look at order numbers: it goes by folder name." : null;

export function detailOf(hook: Hook): HookDetail {
  return {
    hook,
    body: hook.name === "github-digest" ? BODY : "",
    files: [
      { path: "HOOK.md", bytes: 1290 },
      { path: "handler.ts", bytes: 2710 },
      { path: "handler.test.ts", bytes: 98 },
    ],
    starts: [],
    reads: [],
    unordered: unordered(hook.agent),
    receipt: null,
    findings:
      hook.danger !== null && hook.handler?.kind === "shell"
        ? [{ ...FINDING, severity: "high", file: "HOOK.toml", line: 7, excerpt: hook.handler.command }]
        : hook.findings > 0
          ? [FINDING]
          : [],
    unread: [],
    setup: setupOf(hook),
    triggers: hook.events.map((key) => ({
      key,
      label:
        key === "command:new"
          ? "You type /new"
          : key === "session:start"
            ? "Session starts"
            : "When it happens",
      sentence: key === "session:start" ? "Every time a new conversation begins" : `Runs ${hook.when}`,
      moment: null,
      modifying: key.startsWith("Before"),
      can_stop: key.startsWith("Before"),
      heard: null,
      unheard_since: hook.called_for_real?.last === null ? hook.called_for_real.since : null,
      sent: hook.runtime.called.includes(key),
    })),
    switch_blocked: hook.source === "plugin" ? "Switched by its plugin" : null,
    remove_blocked: hook.source === "bundled" ? "It is part of the agent" : null,
    editable: hook.source !== "bundled" && hook.source !== "plugin" && hook.state !== "broken",
  };
}

export function includedHooks(): Included[] {
  const all = (needs: string) =>
    (["milady", "eliza", "openclaw"] as const).map((agent) => ({
      agent,
      installed: null,
      needs,
      update: false,
      waits: null,
    }));
  return [
    {
      name: "session-memory",
      title: "Session memory",
      emoji: "🧠",
      description: "Saves a summary to your workspace when you start over with /new.",
      when: "on /new",
      says: "Writes: memory/YYYY-MM-DD.md",
      agents: all("Nothing to set up"),
    },
    {
      name: "command-logger",
      title: "Command logger",
      emoji: "📜",
      description: "Keeps a list of every command, one line each.",
      when: "on every command",
      says: "Writes: nothing",
      agents: [
        ...all("Nothing to set up"),
        { agent: "moltis", installed: null, needs: "Needs jq", update: false, waits: null },
      ],
    },
    {
      name: "github-digest",
      title: "GitHub digest",
      emoji: "🐙",
      description: "Sums up what happened in your repositories.",
      when: "when a session starts",
      says: "Sends: api.github.com",
      agents: all("Needs git and a key"),
    },
    {
      name: "boot-md",
      title: "Boot notes",
      emoji: "🚀",
      description: "Hands your BOOT.md over when the agent starts, and nothing if there is none.",
      when: "when the gateway starts",
      says: "Writes: nothing",
      agents: all("Nothing to set up"),
    },
    {
      name: "welcome",
      title: "Welcome",
      emoji: "👋",
      description: "Greets you in each new session.",
      when: "when a session starts",
      says: "Writes: nothing",
      agents: all("Nothing to set up"),
    },
  ];
}

const DAY_MS = 24 * 3600 * 1000;

function entry(part: Partial<Entry> & Pick<Entry, "summary" | "kind">, ago: number): Entry {
  const at = new Date(Date.now() - ago).toISOString();
  return { at, agent: "milady", failed: false, details: [], undo: null, ...part };
}

/** Something of every kind, over three days. */
export function fullActivity(): Entry[] {
  return [
    entry({ kind: "changed", summary: "Session memory was turned on." }, 60_000),
    entry(
      {
        kind: "tried",
        agent: "moltis",
        summary: "Tried 3 hooks: Before a tool is used",
        failed: true,
        details: ["Add safety flag: changed it", "Tool logger: let it pass", "Guard: failed"],
        event: "Before a tool is used",
        tried: [
          { id: "moltis/managed/safety-flag", outcome: "Changed it", failed: false },
          { id: "moltis/managed/tool-logger", outcome: "Let it pass", failed: false },
          { id: "moltis/managed/guard", outcome: "Failed", failed: true },
        ],
      },
      120_000,
    ),
    entry(
      {
        kind: "tried",
        summary: "Tried Session memory: You type /new",
        details: ["Session memory: let it pass"],
        event: "You type /new",
        tried: [{ id: "milady/managed/session-memory", outcome: "Let it pass", failed: false }],
      },
      180_000,
    ),
    entry({ kind: "program", summary: "ffmpeg was installed." }, DAY_MS),
    entry({ kind: "taken-back", summary: "Taken back: Welcome was removed." }, DAY_MS + 60_000),
    entry({ kind: "removed", summary: "Welcome was removed." }, DAY_MS + 120_000),
    entry(
      {
        kind: "changed",
        agent: "openclaw",
        summary: "Failed: Turn Command logger off",
        failed: true,
        details: [
          "~/.openclaw/openclaw.json was changed by another program in the meantime. Nothing was overwritten.",
        ],
      },
      9 * DAY_MS,
    ),
    entry({ kind: "installed", summary: "GitHub digest was installed." }, 9 * DAY_MS + 60_000),
  ];
}

export function manyEntries(count: number): Entry[] {
  return Array.from({ length: count }, (_, n) =>
    entry({ kind: "changed", summary: `Hook number ${n} was turned on.` }, n * 1_000_000),
  );
}

/** Another hook that an edit would switch. */
export const switched = (name: string, change: OnOff): Also => ({
  name,
  change,
  would: `The agent would also turn ${change} ${name}.`,
});
