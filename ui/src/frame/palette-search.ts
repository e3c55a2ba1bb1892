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
  // All that was typed counts: "as text" finds what has both words before what has "as" alone.
  if (title.startsWith(wanted.join(" "))) return 0;
  const words = title.split(/[^\p{L}\p{N}]+/u);
  if (wanted.every((typed) => words.some((word) => word.startsWith(typed)))) return 1;
  if (wanted.every((typed) => title.includes(typed))) return 2;
  return wanted.some((typed) => title.includes(typed)) ? 3 : 4;
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
