/** What is offered for a hook, on its screen and in the menu of its row alike. */
import type { Hook, HookDetail, State } from "../../backend";
import type { Choice } from "../../parts/Choices";
import { strings } from "../../strings";

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

export type Deed = "edit" | "program" | "folder" | "update" | "own" | "copy" | "remove";

const TITLES: Record<Deed, string> = {
  edit: strings.does.edit,
  program: strings.hook.editProgram,
  folder: strings.hook.openFolder,
  update: strings.hook.update,
  own: strings.hook.ownCopy,
  copy: strings.hook.copyTo,
  remove: strings.hook.remove,
};

/** What is done to a hook as a whole, in the order of the menus: that of its screen, and that of its row. */
export function deedsOf(detail: HookDetail, updateThere: boolean): Choice<Deed>[] {
  const { hook, editable, program, receipt, remove_blocked } = detail;
  const deeds: [Deed, boolean][] = [
    ["edit", editable],
    ["program", program !== null],
    ["folder", hook.dir !== null || hook.manifest !== null],
    ["update", receipt !== null],
    ["own", hook.dir !== null && hook.source !== "plugin"],
    ["copy", hook.dir !== null],
    ["remove", true],
  ];
  const more: { [deed in Deed]?: Partial<Omit<Choice, "id">> } = {
    edit: isDraft(hook) ? { title: strings.hook.finishDraft } : {},
    update: { hint: updateThere ? strings.hook.updateThere : null },
    remove: { danger: true, why: remove_blocked },
  };
  return deeds.filter(([, can]) => can).map(([id]) => ({ id, title: TITLES[id], ...more[id] }));
}
