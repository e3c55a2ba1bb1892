/** What the screen of a hook, its row and its menu ask alike: the list asks this, too, so there is no more of it here. */
import type { Hook, MissingKind } from "../../backend";

/** What was found that is serious in the files that changed; null where they are only others now. */
export const changeOf = (hook: Hook) => hook.turned_off ?? hook.serious_change;

/** The first moment that it can be tried at; null where it cannot be tried. */
export const triedAt = ({ can_try, events }: Hook): string | null => (can_try && events[0]) || null;

/** It is turned on and off. A draft is turned on where it is tried. */
export const turns = ({ switchable, row }: Hook) => switchable && row !== "draft";

/** It is looked for on the PATH. */
export const isProgram = ({ kind }: { kind: MissingKind }) => kind === "bin" || kind === "any-bins";

/** A missing program may yet be found while the login shell is still being asked. */
export const isChecking = ({ state, missing }: Hook, checking: boolean) =>
  checking && state === "needs-setup" && missing.some(isProgram);
