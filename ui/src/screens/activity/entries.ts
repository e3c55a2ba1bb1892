/** The list of what was done: filtered, by day, and as a text. */
import type { AgentId, Entry, Kind } from "../../backend";
import { strings } from "../../strings";

export type Filter = keyof typeof strings.activity.filters;

const KINDS: Record<"installed" | "changed" | "tried", readonly Kind[]> = {
  installed: ["installed", "program"],
  changed: ["changed", "removed", "taken-back"],
  tried: ["tried", "asked"],
};

export function matches(entry: Entry, filter: Filter, agent: AgentId | null): boolean {
  if (agent !== null && entry.agent !== agent) return false;
  if (filter === "all") return true;
  return filter === "failed" ? entry.failed : KINDS[filter].includes(entry.kind);
}

const days = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });
const times = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const both = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

const DAY_MS = 24 * 3600 * 1000;

/** "Today", "Yesterday", or the date, by the person's own clock. */
function dayOf(at: Date, now: Date): string {
  const same = (other: Date) => at.toDateString() === other.toDateString();
  if (same(now)) return strings.activity.today;
  return same(new Date(now.getTime() - DAY_MS)) ? strings.activity.yesterday : days.format(at);
}

export function timeOf(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : times.format(date);
}

export type Day = { title: string; entries: Entry[] };

/** The newest first, as they came. */
export function byDay(entries: Entry[], now = new Date()): Day[] {
  const list: Day[] = [];
  for (const entry of entries) {
    const at = new Date(entry.at);
    const title = Number.isNaN(at.getTime()) ? entry.at : dayOf(at, now);
    const last = list.at(-1);
    if (last?.title === title) last.entries.push(entry);
    else list.push({ title, entries: [entry] });
  }
  return list;
}

/** One line each, its details below it. */
export function asText(entries: Entry[], nameOf: (agent: AgentId) => string): string {
  const line = ({ at, agent, summary, details }: Entry) => {
    const date = new Date(at);
    const when = Number.isNaN(date.getTime()) ? at : both.format(date);
    return [`${when}\t${nameOf(agent)}\t${summary}`, ...(details ?? []).map((text) => `\t${text}`)].join(
      "\n",
    );
  };
  return `${entries.map(line).join("\n")}\n`;
}
