/** What was changed in this window, in order, so that the keys take it back and make it again. */
import type { QueryClient } from "@tanstack/react-query";
import { backend, type Change, EngineError } from "../backend";
import { tellError } from "../parts/dialogs";
import { type More, tellDone } from "../parts/toast";
import { go, paths } from "../routes";
import { strings } from "../strings";
import { settle } from "./live";
import { lastChangeQuery } from "./queries";

/** Makes a change once more; null where the person was asked and said no. */
export type Again = () => Promise<Change | null>;
type Step = { id: string; again: Again | null };

const made: Step[] = [];
/** What was taken back; null where it cannot be made again from here. */
const undone: (Again | null)[] = [];

/** A change of this window. What was taken back before it cannot be made again: it would be another order. */
function remember(id: string, again: Again | null): void {
  made.push({ id, again });
  undone.length = 0;
}

/** Says what was done, with the way back beside it and under the keys. */
export function tellUndoable(
  client: QueryClient,
  says: string,
  id: string,
  again: Again | null = null,
  more: More | null = null,
): void {
  remember(id, again);
  tellDone(says, () => void takeBack(client, id), more);
}

/** Takes one back, by its toast, its key or its place in the list. */
export async function takeBack(client: QueryClient, id: string): Promise<void> {
  try {
    await takenBack(client, id);
  } catch (error) {
    tellError(error, strings.errors.undo);
  }
}

async function takenBack(client: QueryClient, id: string): Promise<void> {
  const at = made.findIndex((step) => step.id === id);
  const [step] = at < 0 ? [] : made.splice(at, 1);
  const change = await backend.undo(id);
  client.setQueryData(lastChangeQuery(change.agent).queryKey, null);
  await settle(client, change.agent);
  if (step) undone.push(step.again);
  tellDone(change.summary, null, redoOf(client, step?.again ?? null));
}

function redoOf(client: QueryClient, again: Again | null) {
  return again ? { label: strings.redo, run: () => void redoLast(client) } : null;
}

/** The last change of this window that was not taken back yet, however long ago. */
export async function undoLast(client: QueryClient): Promise<void> {
  for (let step = made.at(-1); step; step = made.at(-1)) {
    try {
      await takenBack(client, step.id);
      return;
    } catch (error) {
      // It was taken back elsewhere, alone or with others that were made together with it: the one before is meant.
      if (error instanceof EngineError && error.code === "nothing-to-undo") continue;
      tellError(error, strings.errors.undo);
      return;
    }
  }
  tellDone(strings.undoNone, null, { label: strings.frame.activity, run: () => go(paths.activity) });
}

export async function redoLast(client: QueryClient): Promise<void> {
  const again = undone.at(-1);
  // What cannot be made again stays in the way of what came before it: that would be another order.
  if (!again) {
    tellDone(again === null ? strings.redoNot : strings.redoNone, null);
    return;
  }
  undone.pop();
  try {
    const change = await again();
    if (!change) return;
    await settle(client, change.agent);
    const { undo: id } = change;
    if (id !== null) made.push({ id, again });
    tellDone(change.summary, id === null ? null : () => void takeBack(client, id));
  } catch (error) {
    tellError(error, strings.errors.redo);
  }
}

/** For tests: nothing was changed. */
export function resetUndo(): void {
  made.length = 0;
  undone.length = 0;
}
