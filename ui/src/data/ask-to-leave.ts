/** Before a screen with something unsaved is left by a click. */
import { useEffect, useRef } from "react";
import { askPlan } from "../parts/dialogs";
import { guardLeaving } from "../routes";

type Words = { leaveTitle: string; leaveStep: string; leaveStays: string; leave: string };

/** `after` hears the answer: whether what was typed is thrown away. */
export function useAskToLeave(dirty: boolean, words: Words, after?: (left: boolean) => void): void {
  const hears = useRef(after);
  useEffect(() => {
    hears.current = after;
  });
  const { leaveTitle: title, leaveStep, leaveStays, leave: confirmLabel } = words;
  useEffect(() => {
    if (!dirty) return;
    return guardLeaving(async () => {
      const plan = { title, steps: [leaveStep], files: [], also: [], stays: [leaveStays] };
      const left = await askPlan(plan, { confirmLabel, destructive: true });
      hears.current?.(left);
      return left;
    });
  }, [dirty, title, leaveStep, leaveStays, confirmLabel]);
}
