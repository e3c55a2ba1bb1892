/** What was chosen on *Try it*: in the address, and remembered for the next visit. */
import { useState } from "react";
import { go, paths, type Wish } from "../../routes";

let last: Wish | null = null;
let scratchLast = false;

export function resetChoice() {
  last = null;
  scratchLast = false;
}

export function useChoice() {
  const [scratch, set] = useState(scratchLast);
  return {
    scratch,
    setScratch: (on: boolean) => {
      scratchLast = on;
      set(on);
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
