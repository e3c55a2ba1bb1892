/** Rows that were picked together, as in any list of files: Ctrl or ⌘ for one more, Shift for all between. */
import { useState } from "react";
import type { Hook } from "../../backend";

export type Picking = "one" | "range" | "all" | "none";

export type Selection = {
  ids: ReadonlySet<string>;
  /** `order` is the list as it is shown; a range begins `from` there where none was picked before. */
  pick: (how: Picking, hook: Hook | null, order: Hook[], from?: Hook) => void;
};

/** How a click or key picks; null where it opens. */
export function pickBy(event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): Picking | null {
  if (event.shiftKey) return "range";
  return event.ctrlKey || event.metaKey ? "one" : null;
}

/** One agent at a time: a plan is about one agent. A hook of another begins again. */
const NOBODY: ReadonlySet<string> = new Set();

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(NOBODY);
  const [anchor, setAnchor] = useState<string | null>(null);
  const pick = (how: Picking, hook: Hook | null, order: Hook[], start?: Hook) => {
    if (how === "none" || (hook === null && how !== "all")) {
      setIds(NOBODY);
      setAnchor(null);
      return;
    }
    const first = order.find((other) => ids.has(other.id)) ?? hook ?? order[0];
    const agent = how === "all" ? first?.agent : hook?.agent;
    const own = order.filter((other) => other.agent === agent);
    if (how === "all") {
      setIds(new Set(own.map(({ id }) => id)));
      return;
    }
    if (hook === null) return;
    const kept = own.filter((other) => ids.has(other.id)).map(({ id }) => id);
    const begin = kept.length > 0 ? anchor : (start?.id ?? anchor);
    const from = own.findIndex((other) => other.id === begin);
    if (how === "range" && from >= 0) {
      const to = own.indexOf(hook);
      const between = own.slice(Math.min(from, to), Math.max(from, to) + 1);
      setIds(new Set(between.map(({ id }) => id)));
      setAnchor(begin);
      return;
    }
    const next = new Set(kept);
    if (!next.delete(hook.id)) next.add(hook.id);
    setIds(next);
    setAnchor(hook.id);
  };
  return { ids, pick };
}
