/** How each list was left, so that coming back from a hook finds the same place. Lives as long as the window. */
import { useState } from "react";
import type { AgentId } from "../../backend";
import type { View } from "./arrange";
import type { Heights } from "./useRows";

export type Place = { scroll: number; active: string | null; opened: boolean; heights: Heights };

const EMPTY: View = { query: "", filter: "all", sort: "needs", unfolded: new Set() };
const views = new Map<string, View>();
const places = new Map<string, Place>();

export function placeOf(agent: AgentId | null): Place {
  const key = agent ?? "all";
  let place = places.get(key);
  if (!place) {
    place = { scroll: 0, active: null, opened: false, heights: new Map() };
    places.set(key, place);
  }
  return place;
}

export function useView(agent: AgentId | null): [View, (change: Partial<View>) => void] {
  const key = agent ?? "all";
  const [view, setView] = useState(() => views.get(key) ?? EMPTY);
  const change = (part: Partial<View>) => {
    setView((known) => {
      const next = { ...known, ...part };
      views.set(key, next);
      return next;
    });
  };
  return [view, change];
}

/** For tests: as if the window had just opened. */
export function resetViews(): void {
  views.clear();
  places.clear();
}
