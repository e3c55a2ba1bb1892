/** What the first picture shows. The shell hands it over with the page, so nothing has to be asked for before. */
import type { FirstPage } from "../backend";
import { tidy } from "../backend/tidy";

declare global {
  /** Both scripts of a page read it; it is taken apart once. */
  var firstPage: FirstPage | null | undefined;
}

/** Null where nothing was handed over: then it is asked for. */
export function handedOver(): FirstPage | null {
  if (globalThis.firstPage === undefined) {
    const place = document.getElementById("handed-over");
    const text = place?.textContent?.trim();
    give(text ? (JSON.parse(text) as FirstPage) : null);
    place?.remove();
  }
  return globalThis.firstPage ?? null;
}

/** For all that is read from now on. */
export function give(first: FirstPage | null): void {
  globalThis.firstPage = first && tidy(first);
}
