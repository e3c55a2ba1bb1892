/** What can be done with a hook at all: the list asks this, too, so there is no more of it here. */
import type { Hook, State } from "../../backend";

/** Turning these on or off would change nothing that can be seen. */
const NO_SWITCH: State[] = ["broken", "replaced", "cannot-run-here"];
/** These cannot be run, even alone; their state says why. */
const NOT_TRIED: State[] = ["broken", "cannot-run-here"];

export const hasSwitch = ({ state }: Hook) => !NO_SWITCH.includes(state);

/** Never on since it was made: turned on where it is tried, and nowhere else. */
export const isDraft = (hook: Hook) => hook.draft && hasSwitch(hook);

/** What was found that is serious in the files that changed; null where they are only others now. */
export const changeOf = (hook: Hook) => hook.turned_off ?? hook.serious_change;

/** The first moment that it can be tried at; null where it cannot be tried. */
export const triedAt = ({ state, events }: Hook): string | null =>
  NOT_TRIED.includes(state) ? null : (events[0] ?? null);
