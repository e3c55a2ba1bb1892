/** The last thing that was done, with a way back for a while. Drawn by `ToastHost`. */
import { useSyncExternalStore } from "react";

/** One more thing that can be done about it. */
export type More = { label: string; run: () => void };

export type Done = { id: number; text: string; undo: (() => void) | null; more: More | null };

let current: Done | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function set(done: Done | null) {
  current = done;
  for (const listener of listeners) listener();
}

export function tellDone(text: string, undo: (() => void) | null, more: More | null = null): void {
  set({ id: nextId, text, undo, more });
  nextId += 1;
}

/** Takes the message away, unless a newer one has taken its place already. */
export function dismissDone(id: number): void {
  if (current?.id === id) set(null);
}

export const currentDone = (): Done | null => current;

export function resetToast(): void {
  set(null);
}

export function useDone(): Done | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
