/** What the activity list holds of a hook's last try. */
import type { Entry, Hook } from "../../backend";

export type LastTry = {
  at: string;
  /** What it came to, in the engine's words: "Let it pass". */
  outcome: string;
  /** What it was tried on, in words. */
  event: string | null;
  failed: boolean;
};

/** The newest comes first. */
export function lastTry(entries: Entry[], hook: Hook): LastTry | null {
  for (const { at, event, tried } of entries) {
    const own = tried?.find((one) => one.id === hook.id);
    if (own) return { at, event: event ?? null, outcome: own.outcome, failed: own.failed };
  }
  return null;
}
