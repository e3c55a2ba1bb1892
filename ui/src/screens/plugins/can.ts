/** What is offered for a plugin, on its screen and in the menu of its row alike. */
import type { PluginDetail } from "../../backend";
import type { Choice } from "../../parts/Choices";
import { strings } from "../../strings";
import { words } from "./words";

export type Deed = "change" | "program" | "folder" | "own" | "remove";

export const deedsOf = ({ not_removable, not_copied, sentence, program }: PluginDetail): Choice<Deed>[] => [
  ...(sentence === null ? [] : [{ id: "change" as const, title: words.change }]),
  // What was made from a sentence is changed there.
  ...(program === null || sentence !== null
    ? []
    : [{ id: "program" as const, title: strings.hook.editProgram }]),
  { id: "folder", title: words.openFolder },
  { id: "own", title: strings.hook.ownCopy, why: not_copied },
  { id: "remove", title: words.remove, danger: true, why: not_removable },
];
