import { useSyncExternalStore } from "react";
import { formatAgo } from "../format";

const EVERY = 10_000;
const all = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function listen(tell: () => void): () => void {
  all.add(tell);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const one of all) one();
    }, EVERY);
  }
  return () => {
    all.delete(tell);
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Says how long ago something was, and goes on being true while it is looked at. */
export function useAgo(): (iso: string) => string {
  const seen = useSyncExternalStore(listen, () => now);
  return (iso) => {
    // What came since the clock was looked at last was not in the future.
    const at = new Date(iso).getTime();
    return formatAgo(iso, at > seen && at <= Date.now() ? at : seen);
  };
}
