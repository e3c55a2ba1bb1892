import { useState } from "react";
import type { Hook } from "../../backend";
import { useActions } from "../../data/actions";

/** Shows the new position at once, and the old one again if it did not work or the person said no. */
export function useHookSwitch(hook: Hook) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { setEnabled } = useActions();
  const setOn = async (on: boolean) => {
    if (wanted !== null) return;
    setWanted(on);
    await setEnabled(hook, on);
    setWanted(null);
  };
  // On, and yet nothing comes of it; what it lacks may be given beside the switch.
  const works = (hook.state === "ready" && hook.row !== "no-effect") || hook.state === "needs-setup";
  return { on: wanted ?? hook.enabled, setOn, idle: hook.enabled && !works };
}
