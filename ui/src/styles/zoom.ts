/** How large everything is, by the steps that browsers have. Kept by the web view; the shell does it. */
import { useSyncExternalStore } from "react";
import { backend } from "../backend";

const STEPS = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300];
const KEY = "zoom";
const listeners = new Set<() => void>();

export function knownZoom(): number {
  const known = Number(localStorage.getItem(KEY));
  return STEPS.includes(known) ? known : 100;
}

/** One after the other: of two quick steps the last one stays. */
let shown: Promise<unknown> = Promise.resolve();

/** Before the first picture, and whenever it changes. */
export function showZoom(percent = knownZoom()): Promise<unknown> {
  shown = shown.then(() => backend.setZoom(percent)).catch(console.error);
  return shown;
}

export function setZoom(percent: number): void {
  if (percent === 100) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, String(percent));
  void showZoom(percent);
  for (const listener of listeners) listener();
}

/** One step larger or smaller; where there is none it stays. */
export function stepZoom(by: 1 | -1): void {
  const now = STEPS.indexOf(knownZoom());
  setZoom(STEPS[Math.min(Math.max(now + by, 0), STEPS.length - 1)] ?? 100);
}

export function useZoom(): number {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, knownZoom);
}
