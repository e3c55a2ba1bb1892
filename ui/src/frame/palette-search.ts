/** What the search over everything finds, and in which order. */
import type { ReactNode } from "react";

export type Entry = {
  id: string;
  icon: ReactNode;
  title: string;
  /** Beside the title: where it belongs. */
  hint: string;
  /** Searched, not shown. */
  also: string;
  run: () => void;
};

export type Group = { title: string; entries: Entry[] };

/** Of each kind so many: who needs more types a letter more. */
const MOST = 6;

/** The lower, the better; none where a word is nowhere in it. */
function rank(entry: Entry, wanted: string[]): number | null {
  const title = entry.title.toLowerCase();
  const all = `${title} ${entry.hint} ${entry.also}`.toLowerCase();
  if (!wanted.every((word) => all.includes(word))) return null;
  const [first = ""] = wanted;
  if (title.startsWith(first)) return 0;
  if (title.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first))) return 1;
  return title.includes(first) ? 2 : 3;
}

/** With nothing typed, the first of each kind; else what matches best, and its kind with it. */
export function search(groups: Group[], query: string): Group[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, entries }) => {
      const ranked = entries.flatMap((entry) => {
        const place = rank(entry, wanted);
        return place === null ? [] : [{ entry, place }];
      });
      // Sorting is stable: those of one rank stay in their order.
      const best = wanted.length === 0 ? ranked : [...ranked].sort((a, b) => a.place - b.place);
      return { title, place: best[0]?.place ?? 0, entries: best.slice(0, MOST).map(({ entry }) => entry) };
    })
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => (wanted.length === 0 ? 0 : a.place - b.place));
}
