/** What was chosen on *Try it*: in the address, and remembered for the next visit. */
import { useState } from "react";
import { go, paths, type Wish } from "../../routes";

let last: Wish | null = null;
/** Where hooks run: in a box, in one that has the network, or for real in one of two workspaces. */
export type Place = "box" | "network" | "scratch" | "real";

let placeLast: Place = "box";

/** What the engine is told of it. */
export const placed = (place: Place) => ({
  boxed: place === "box" || place === "network",
  network: place === "network",
  scratch: place === "scratch",
});

export function resetChoice() {
  last = null;
  placeLast = "box";
}

export function useChoice() {
  const [place, set] = useState(placeLast);
  return {
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
