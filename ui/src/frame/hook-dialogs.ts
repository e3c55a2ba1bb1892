/** The questions about one hook that can be asked from anywhere: removing it, copying it. */
import { useSyncExternalStore } from "react";
import type { Hook } from "../backend";

export type HookQuestion = { hook: Hook; what: "remove" | "copy" };

let asked: HookQuestion | null = null;
const listeners = new Set<() => void>();

export function askAboutHook(question: HookQuestion | null): void {
  asked = question;
  for (const listener of listeners) listener();
}

export function useHookQuestion(): HookQuestion | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
