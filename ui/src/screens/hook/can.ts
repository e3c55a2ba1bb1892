/** What the screen of a hook, its row and its menu ask alike: the list asks this, too, so there is no more of it here. */
import type { Hook } from "../../backend";

/** What was found that is serious in the files that changed; null where they are only others now. */
export const changeOf = (hook: Hook) => hook.turned_off ?? hook.serious_change;

/** The first moment that it can be tried at; null where it cannot be tried. */
export const triedAt = ({ can_try, events }: Hook): string | null => (can_try && events[0]) || null;
