import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Heights by key, in px: what was measured once holds until it is measured again. */
export type Heights = Map<string, number>;

type Rows = {
  list: RefObject<HTMLElement | null>;
  keys: readonly string[];
  /** Before the first measurement. */
  estimate: (index: number) => number;
  heights: Heights;
  /** How far the page is scrolled when the list appears. */
  scrolled: number;
  /** A row that stays in the page wherever it is: the focus must not vanish with it. */
  keep: number;
};

type Span = { from: number; to: number };

/** Rows beyond the edges that are there before they are scrolled to. */
const BEYOND = 6;
/** A row that is gone to may turn out higher than it was thought, and so may those before it. */
const MOST_AIMS = 8;

/** The last row that begins at or before `offset`. */
function rowAt(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function spanOf(offsets: readonly number[], top: number, height: number): Span {
  const count = offsets.length - 1;
  return {
    from: Math.max(rowAt(offsets, top) - BEYOND, 0),
    to: Math.min(rowAt(offsets, top + height) + BEYOND, count - 1),
  };
}

/**
 * Which rows of a list with rows of different heights are in the page, and where. The list is inside the window's
 * `<main>`, which scrolls. All that costs something grows with the rows in view, but for one walk through the heights.
 */
export function useRows({ list, keys, estimate, heights, scrolled, keep }: Rows) {
  "use no memo"; // What was measured changes in place.
  const offsets = [0];
  for (const [index, key] of keys.entries()) {
    offsets.push((offsets[index] ?? 0) + (heights.get(key) ?? estimate(index)));
  }
  const total = offsets[keys.length] ?? 0;
  const [known, setSpan] = useState<Span>(() => spanOf(offsets, scrolled, innerHeight));
  const [, setMeasured] = useState(0);
  const aim = useRef<{ index: number; left: number } | null>(null);

  const main = () => list.current?.closest("main") ?? null;
  /** What of the list is in view, from its own top. */
  const inView = () => {
    const box = main()?.getBoundingClientRect();
    const own = list.current?.getBoundingClientRect();
    return box && own ? { top: box.top - own.top, height: main()?.clientHeight ?? 0 } : null;
  };
  const look = () => {
    const view = inView();
    if (!view) return;
    const next = spanOf(offsets, view.top, view.height);
    if (next.from !== known.from || next.to !== known.to) setSpan(next);
  };
  const latest = useRef(look);
  const measureAgain = useRef(() => {});

  /** Takes new heights of the rows in the page; what is above the view must not push it. */
  const measure = () => {
    const view = inView();
    let pushed = 0;
    let changed = false;
    for (const row of list.current?.querySelectorAll<HTMLElement>("[data-key]") ?? []) {
      const key = row.dataset.key ?? "";
      const height = row.offsetHeight;
      const before = heights.get(key);
      if (before === height) continue;
      const index = Number(row.dataset.index);
      const start = offsets[index] ?? 0;
      if (view && start < view.top) pushed += height - (before ?? estimate(index));
      heights.set(key, height);
      changed = true;
    }
    if (!changed) return;
    setMeasured((times) => times + 1);
    const scroller = main();
    if (scroller && pushed !== 0 && aim.current === null) scroller.scrollTop += pushed;
  };

  const scrollTo = (index: number) => {
    aim.current = { index, left: MOST_AIMS };
    step();
  };
  /** One step nearer to the row that is gone to; each may bring rows that were never measured. */
  const step = () => {
    const view = inView();
    const scroller = main();
    if (!aim.current || !view || !scroller) return;
    const { index } = aim.current;
    const start = offsets[index] ?? 0;
    const end = offsets[index + 1] ?? start;
    const by =
      start < view.top ? start - view.top : end > view.top + view.height ? end - view.top - view.height : 0;
    aim.current.left -= 1;
    if (Math.abs(by) < 1 || aim.current.left <= 0) aim.current = null;
    if (by !== 0) scroller.scrollTop += by;
    latest.current();
  };

  useLayoutEffect(() => {
    latest.current = look;
    measureAgain.current = measure;
    measure();
    look();
    step();
  });

  useLayoutEffect(() => {
    const scroller = list.current?.closest("main");
    if (!scroller) return;
    // At once, or a fast scroll would show a part without rows.
    const onScroll = () => flushSync(() => latest.current());
    const onResize = new ResizeObserver(() => {
      measureAgain.current();
      latest.current();
    });
    scroller.addEventListener("scroll", onScroll, { passive: true });
    onResize.observe(scroller);
    // What is above the list may grow: banners, wrapped tags, larger text.
    for (const other of list.current?.parentElement?.children ?? []) onResize.observe(other);
    return () => {
      scroller.removeEventListener("scroll", onScroll);
      onResize.disconnect();
    };
  }, [list]);

  /** Rows change their height unasked too. */
  const observe = useCallback((row: HTMLElement | null) => {
    if (!row) return;
    const observer = new ResizeObserver(() => measureAgain.current());
    observer.observe(row);
    return () => observer.disconnect();
  }, []);

  // Fewer rows than a moment ago: what was in view may be past the end.
  const last = keys.length - 1;
  const span = { from: Math.min(known.from, Math.max(last - BEYOND, 0)), to: Math.min(known.to, last) };
  const shown: { index: number; start: number }[] = [];
  const add = (index: number) => shown.push({ index, start: offsets[index] ?? 0 });
  if (keep >= 0 && keep < span.from) add(keep);
  for (let index = span.from; index <= span.to; index += 1) add(index);
  if (keep > span.to && keep <= last) add(keep);
  return { shown, total, observe, scrollTo };
}
