/** What was done on the fake computer. */
import type { Entry } from "./index";

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
