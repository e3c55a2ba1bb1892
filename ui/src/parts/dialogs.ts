/** The one alert surface of the window: a question about a plan, or a failure. Drawn by `DialogHost`. */
import { useSyncExternalStore } from "react";
import type { PlanView } from "../backend";
import { type Presentation, present } from "../errors";

/** `says` is under the title, where no list is worth its space. */
export type PlanOptions = { confirmLabel: string; destructive: boolean; says?: string };

export type DialogRequest =
  | { kind: "plan"; plan: PlanView; options: PlanOptions; answer: (yes: boolean) => void }
  | { kind: "error"; headline: string; error: Presentation; at: Whereabouts | null; answer: () => void };

/** Where something is, for a person who has to look for it; `text` is said in place of what failed. */
export type Whereabouts = { text: string; path: string };

/** In the order of asking; the first is seen. */
let waiting: DialogRequest[] = [];
const listeners = new Set<() => void>();

function set(next: DialogRequest[]) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Shows what would change; resolves to what the person decided. */
export function askPlan(plan: PlanView, options: PlanOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const request: DialogRequest = {
      kind: "plan",
      plan,
      options,
      answer: (yes) => {
        set(waiting.filter((other) => other !== request));
        resolve(yes);
      },
    };
    set([...waiting, request]);
  });
}

/** Says what did not work, why, and keeps the technical text one click away. */
export function tellError(error: unknown, headline: string, at: Whereabouts | null = null): void {
  const request: DialogRequest = {
    kind: "error",
    headline,
    error: present(error),
    at,
    answer: () => set(waiting.filter((other) => other !== request)),
  };
  set([...waiting, request]);
}

/** The dialog that is to be seen now; others wait their turn. */
export function useDialog(): DialogRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting[0] ?? null,
  );
}

/** For tests: nothing is open. */
export function resetDialogs(): void {
  set([]);
}
