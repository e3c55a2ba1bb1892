/** What was changed in this window, in order, so that the keys take it back and make it again. */
import type { QueryClient } from "@tanstack/react-query";
import { backend, type Change, EngineError } from "../backend";
import { tellError } from "../parts/dialogs";
import { currentDone, dismissDone, type More, resetToast, tellDone } from "../parts/toast";
import { go, paths } from "../routes";
import { strings } from "../strings";
import { settle } from "./live";
import { lastChangeQuery } from "./queries";

/** Makes a change once more; null where the person was asked and said no. */
export type Again = () => Promise<Change | null>;
type Step = { id: string; again: Again | null };

const made: Step[] = [];
/** The changes that are being made. */
const running = new Set<Promise<unknown>>();
/** What was taken back; null where it cannot be made again from here. */
const undone: (Again | null)[] = [];

/**
 * A change of this window, noted as soon as it is made: the screen shows it before all of it was read again, and the
 * key that takes back must not mean the change before. What was taken back before it cannot be made again: it would
 * be another order.
 */
export function noteMade(id: string, again: Again | null = null): void {
  made.push({ id, again });
  undone.length = 0;
  // What it says was done is no longer the last thing.
  resetToast();
}

/** Notes that a change is being made: the screen may show it before the answer has come. */
export function whileMade<Answer>(change: Promise<Answer>): Promise<Answer> {
  running.add(change);
  const ended = () => void running.delete(change);
  change.then(ended, ended);
  return change;
}

/** The key that takes back: it means what is on the screen as the last thing, once all that is being made is done. */
export async function undoByKey(client: QueryClient): Promise<void> {
  // Who waits for a change notes that it was made before this goes on: it waited first.
  while (running.size > 0) await Promise.allSettled(running);
  const told = currentDone();
  if (!told?.undo) return undoLast(client);
  dismissDone(told.id);
  told.undo();
}

/** Whether it was not taken back since. */
export const isMade = (id: string) => made.some((step) => step.id === id);

/** Says what was done, with the way back beside it; nothing where a key took it back already. */
export function tellUndoable(client: QueryClient, says: string, id: string, more: More | null = null): void {
  if (isMade(id)) tellDone(says, () => void takeBack(client, id), more);
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
async function undoLast(client: QueryClient): Promise<void> {
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
    const { undo: id } = change;
    if (id !== null) made.push({ id, again });
    await settle(client, change.agent);
    if (id === null) tellDone(change.summary, null);
    else tellUndoable(client, change.summary, id);
  } catch (error) {
    tellError(error, strings.errors.redo);
  }
}

/** For tests: nothing was changed. */
export function resetUndo(): void {
  made.length = 0;
  running.clear();
  undone.length = 0;
}
