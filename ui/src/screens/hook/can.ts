/** What is offered for a hook, on its screen and in the menu of its row alike. */
import type { Hook, HookDetail, State } from "../../backend";
import { strings } from "../../strings";

/** Turning these on or off would change nothing that can be seen. */
const NO_SWITCH: State[] = ["broken", "replaced", "cannot-run-here"];
/** These cannot be run, even by themselves; their state says why. */
const NOT_TRIED: State[] = ["broken", "cannot-run-here"];

export const hasSwitch = ({ state }: Hook) => !NO_SWITCH.includes(state);

/** Never on since it was made: turned on where it is tried, and nowhere else. */
export const isDraft = (hook: Hook) => hook.draft && hasSwitch(hook);

/** What was found that is serious in the files that changed; null where they are only others now. */
export const changeOf = (hook: Hook) => hook.turned_off ?? hook.serious_change;

/** The first moment that it can be tried at; null where it cannot be tried. */
export const triedAt = ({ state, events }: Hook): string | null =>
  NOT_TRIED.includes(state) ? null : (events[0] ?? null);

export type Deed = "edit" | "folder" | "update" | "own" | "copy" | "remove";

export const TITLES: Record<Deed, string> = {
  edit: strings.does.edit,
  folder: strings.hook.openFolder,
  update: strings.hook.update,
  own: strings.hook.ownCopy,
  copy: strings.hook.copyTo,
  remove: strings.hook.remove,
};

/** In the order of the menus. */
export function deedsOf({ hook, editable, receipt }: HookDetail): Deed[] {
  const deeds: [Deed, boolean][] = [
    ["edit", editable],
    ["folder", hook.dir !== null || hook.manifest !== null],
    ["update", receipt !== null],
    ["own", hook.dir !== null && hook.source !== "plugin"],
    ["copy", hook.dir !== null],
    ["remove", true],
  ];
  return deeds.filter(([, can]) => can).map(([deed]) => deed);
}
