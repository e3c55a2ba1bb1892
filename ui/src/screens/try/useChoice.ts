/** What was chosen on *Try it*: in the address, and remembered for the next visit. */
import { useState } from "react";
import type { AgentId } from "../../backend";
import { go, paths, type Wish } from "../../routes";

let last: Wish | null = null;
/** Where hooks run: in a box, in one that has the network, or for real in one of two workspaces. */
export type Place = "box" | "network" | "scratch" | "real";

let placeLast: Place = "box";
/** The version that is tried beside the one in force, by agent. */
let besideLast: ReadonlyMap<AgentId, string> = new Map();

/** What the engine is told of it. */
export const placed = (place: Place) => ({
  boxed: place === "box" || place === "network",
  network: place === "network",
  scratch: place === "scratch",
});

export function resetChoice() {
  last = null;
  placeLast = "box";
  besideLast = new Map();
}

export function useChoice() {
  const [place, set] = useState(placeLast);
  const [beside, setBesides] = useState(besideLast);
  return {
    beside,
    setBeside: (agent: AgentId, version: string | null) => {
      const next = new Map(besideLast);
      if (version === null) next.delete(agent);
      else next.set(agent, version);
      besideLast = next;
      setBesides(next);
    },
    place,
    setPlace: (next: Place) => {
      placeLast = next;
      set(next);
    },
    last: () => last,
    remember: (wish: Wish) => {
      last = wish;
    },
    /** Choosing is not a step of the history: back leads out of the screen. */
    choose: (wish: Partial<Wish>) => {
      last = { agent: wish.agent ?? null, key: wish.key ?? null, hook: wish.hook ?? null };
      go(paths.try(last), { replace: true });
    },
  };
}
