/** What is offered for a hook, on its screen and in the menu of its row alike. */
import type { HookDetail } from "../../backend";
import type { Choice } from "../../parts/Choices";
import { strings } from "../../strings";

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
    edit: hook.row === "draft" ? { title: strings.hook.finishDraft } : {},
    update: { hint: updateThere ? strings.hook.updateThere : null },
    remove: { danger: true, why: remove_blocked },
  };
  return deeds.filter(([, can]) => can).map(([id]) => ({ id, title: TITLES[id], ...more[id] }));
}
