/** What was typed and not saved: it is asked for before the window closes, and is there again after a crash. */
import { useEffect, useState } from "react";
import { backend } from "../backend";

/** What it is, in words; by whatever holds it. */
const held = new Map<object, string>();

/** The shell closes the window without a question unless it was told. */
function tellShell() {
  backend.holdOpen(held.size > 0).catch(console.error);
}

/** Until what it answers is called. */
export function hold(field: object, what: string): () => void {
  held.set(field, what);
  if (held.size === 1) tellShell();
  return () => {
    held.delete(field);
    if (held.size === 0) tellShell();
  };
}

/** `what` for as long as something is typed there, "the config of Milady"; else null. */
export function useUnsaved(what: string | null): void {
  useEffect(() => (what === null ? undefined : hold({}, what)), [what]);
}

/** Each once, in the order of typing. */
export function unsavedThings(): string[] {
  return [...new Set(held.values())];
}

const nameOf = (name: string) => `typed:${name}`;

/** A disk is not written to at every key. */
const PAUSE_MS = 1000;

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Texts that go are gone at once; the others follow the keys. */
function tellDisk(name: string, text: string | null) {
  clearTimeout(waiting.get(name));
  waiting.delete(name);
  const tell = () => {
    waiting.delete(name);
    backend.keepTyped(name, text).catch(console.error);
  };
  if (text === null) tell();
  else waiting.set(name, setTimeout(tell, PAUSE_MS));
}

function store(name: string, text: string | null) {
  try {
    if (text === null) sessionStorage.removeItem(nameOf(name));
    else sessionStorage.setItem(nameOf(name), text);
  } catch (error) {
    // Too long to be kept twice: it is still in its field.
    console.error(error);
  }
}

/**
 * Texts by name: there again when the page has ended and was started again (the web view keeps them for that), and when
 * all of Tacklebox ended without closing its window (the engine does, in a folder for its owner alone). A config is kept
 * with the keys that are in it; what is typed into a field for a key never is.
 */
export const kept = {
  get(name: string): string | null {
    return sessionStorage.getItem(nameOf(name));
  },
  set(name: string, text: string | null): void {
    if (text !== null && text === kept.get(name)) return;
    store(name, text);
    tellDisk(name, text);
  },
};

/** What is kept under this name; none where nothing is, or an earlier version kept something else. */
function keptAs<T>(name: string | null): T | null {
  try {
    return name === null ? null : (JSON.parse(kept.get(name) ?? "null") as T | null);
  } catch {
    return null;
  }
}

/**
 * A value that a person changes until it is saved: what was typed and not saved before is there again. A key has no name,
 * and is never kept; of a value that may have keys in it `keepable` takes them out. `forget` where it was saved, or let go.
 */
export function useTyped<T>(name: string | null, start: T, keepable: (value: T) => T = (value) => value) {
  const [from] = useState(start);
  const [value, set] = useState<T>(() => keptAs<T>(name) ?? from);
  const isFrom = (other: T) => JSON.stringify(other) === JSON.stringify(from);
  const change = (next: T) => {
    set(next);
    if (name !== null) kept.set(name, isFrom(next) ? null : JSON.stringify(keepable(next)));
  };
  const forget = () => {
    if (name !== null) kept.set(name, null);
  };
  return { value, change, dirty: !isFrom(value), forget };
}

/** Whatever may show a kept text waits for this. */
export let broughtBack: Promise<unknown> = Promise.resolve();

/** Takes up what the program before this one left; `then` only where it left something. */
export function bringBack(then: () => void): void {
  const take = (texts: Record<string, string>) => {
    for (const [name, text] of Object.entries(texts)) store(name, text);
    if (Object.keys(texts).length > 0) then();
  };
  broughtBack = backend.typedBefore().then(take).catch(console.error);
}
