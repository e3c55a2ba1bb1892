/** What the fake computer says of one hook, and the hooks that come with it. */

import { unordered } from "./fake-data";
import type { Finding, Hook, HookDetail, Included, InstallOption, ProvisionView, SetupItem } from "./index";

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
            shape: null,
            asks: "https://api.github.com/user",
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
    program: hook.handler?.kind === "module" && hook.source === "managed" ? "handler.ts" : null,
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
    switch_blocked:
      hook.source === "plugin"
        ? "Switched by its plugin"
        : hook.source === "builtin" && !hook.switchable
          ? "It is part of Moltis, and always on."
          : null,
    remove_blocked:
      hook.source === "bundled"
        ? "It is part of the agent"
        : hook.source === "plugin"
          ? "It is part of a plugin"
          : null,
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
