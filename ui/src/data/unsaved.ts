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
function keptAs<T>(name: string): T | null {
  try {
    return JSON.parse(kept.get(name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** What is never kept, a key, while its page lives: by the names of what is kept. It ends with the page. */
const withheld = new Map<string, { value: unknown; release: () => void }>();

/** That a key was being typed, and not which: so that it can be said that it is gone. */
const LOST = "key-typed";

function noteWithheld() {
  if (withheld.size > 0) sessionStorage.setItem(LOST, "true");
  else sessionStorage.removeItem(LOST);
}

function withhold(name: string, value: unknown, what: string | null) {
  // Its field may be left by then: the window asks all the same.
  const release = withheld.get(name)?.release ?? (what === null ? () => {} : hold({}, what));
  withheld.set(name, { value, release });
  noteWithheld();
}

export const isWithheld = (name: string) => withheld.has(name);

/** Keys that were typed for what is named so: it is gone, or they are to be forgotten everywhere. */
export function forgetKeys(beginning = ""): void {
  for (const [name, { release }] of withheld) {
    if (!name.startsWith(beginning)) continue;
    withheld.delete(name);
    release();
  }
  noteWithheld();
}

function forgetKey(name: string) {
  withheld.get(name)?.release();
  if (withheld.delete(name)) noteWithheld();
}

/** Whether the page before this one ended while a key was being typed; said once. */
export function takeLostKey(): boolean {
  const lost = sessionStorage.getItem(LOST) !== null;
  sessionStorage.removeItem(LOST);
  return lost;
}

/** For tests: the page ends, and with it what only its memory has. */
export function endPage(): void {
  withheld.clear();
  held.clear();
}

type Keeping<T> = {
  /** In words: asked for before the window closes. None where the screen says it itself. */
  what?: string | null;
  /** Without its keys, which are never kept: they stay in the page's memory alone. */
  keepable?: (value: T) => T;
};

/**
 * A value that a person changes until it is saved: what was typed and not saved before is there again, on coming back to
 * it, and but for keys in a page after this one. `forget` where it was saved, or let go.
 */
export function useTyped<T>(
  name: string,
  start: T,
  { what = null, keepable = (value) => value }: Keeping<T> = {},
) {
  const [from] = useState(start);
  const [value, set] = useState<T>(
    () => (withheld.get(name)?.value as T | undefined) ?? keptAs<T>(name) ?? from,
  );
  const isSame = (one: T, other: T) => JSON.stringify(one) === JSON.stringify(other);
  const dirty = !isSame(value, from);
  useUnsaved(dirty ? what : null);
  const change = (next: T) => {
    set(next);
    const rest = isSame(next, from) ? from : keepable(next);
    kept.set(name, isSame(rest, from) ? null : JSON.stringify(rest));
    if (isSame(rest, next)) forgetKey(name);
    else withhold(name, next, what);
  };
  const forget = () => {
    kept.set(name, null);
    forgetKey(name);
  };
  return { value, change, dirty, forget };
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
