/** The hooks that the fake computer has. */

import { ffmpegMissing, makeHook, tokenMissing } from "./fake-data";
import type { Hook } from "./index";

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
