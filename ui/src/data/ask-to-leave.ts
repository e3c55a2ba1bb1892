/** Before a screen with something unsaved is left by a click. */
import { useEffect, useRef } from "react";
import { askPlan } from "../parts/dialogs";
import { guardLeaving } from "../routes";

type Words = { leaveTitle: string; leaveStep: string; leaveStays: string; leave: string };

/** What is typed, and whether it is on its way to the disk. */
type Typed = { dirty: boolean; saving: boolean };

/** `after` hears the answer: whether what was typed is thrown away. What is being saved is waited for, not asked about. */
export function useAskToLeave({ dirty, saving }: Typed, words: Words, after?: (left: boolean) => void): void {
  const now = useRef({ after, dirty, saving });
  const saved = useRef<() => void>(null);
  useEffect(() => {
    now.current = { after, dirty, saving };
    if (!saving || !dirty) saved.current?.();
  });
  const { leaveTitle: title, leaveStep, leaveStays, leave: confirmLabel } = words;
  useEffect(() => {
    if (!dirty) return;
    return guardLeaving(async () => {
      if (now.current.saving) await new Promise<void>((resolve) => (saved.current = resolve));
      if (!now.current.dirty) return true;
      const plan = { title, steps: [], files: [], also: [], stays: [] };
      const says = `${leaveStep} ${leaveStays}`;
      const left = await askPlan(plan, { confirmLabel, destructive: true, says });
      now.current.after?.(left);
      return left;
    });
  }, [dirty, title, leaveStep, leaveStays, confirmLabel]);
}
