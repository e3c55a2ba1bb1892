/** Faults of the page itself: for *Copy diagnostics* and for the log. */
import { backend } from "../backend";

/** Which error, and where in which of our files; never its words, which may hold names and values. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const at = /\/assets\/([\w-]+\.js:\d+:\d+)/.exec(error.stack ?? "")?.[1];
  return at ? `${error.name} in ${at}` : error.name;
}

export function notePageError(error: unknown): void {
  backend.notePageError(kindOf(error)).catch(console.error);
}

/** What no screen catches. */
export function followPageErrors(): void {
  // Without an error it is a picture or the like that did not load.
  addEventListener("error", ({ error }) => error && notePageError(error));
  addEventListener("unhandledrejection", ({ reason }) => notePageError(reason));
}
