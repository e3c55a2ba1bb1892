/** What was typed and not saved: it is asked for before the window closes, and is there again after a crash. */
import { useEffect } from "react";
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

/**
 * Texts by name, kept by the web view for as long as the window is open: if the page ends, they are there again
 * when it has been started again. Never on disk, and never a key.
 */
export const kept = {
  get(name: string): string | null {
    return sessionStorage.getItem(`typed:${name}`);
  },
  set(name: string, text: string | null): void {
    try {
      if (text === null) sessionStorage.removeItem(`typed:${name}`);
      else sessionStorage.setItem(`typed:${name}`, text);
    } catch (error) {
      // Too long to be kept twice: it is still in its field.
      console.error(error);
    }
  },
};
