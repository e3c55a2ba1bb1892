/** What has to be so before anything is drawn; said twice it does no harm. */
import { openLastScreen } from "../last-screen";
import { showAppearance } from "../styles/appearance";
import { knownZoom, showZoom } from "../styles/zoom";

const DRAWN = "drawn";

/**
 * Nothing in the window reloads it, so a page that follows another one in the same window is one that had ended and
 * was started again. Not every web view calls that a reload: what the window keeps for its pages tells.
 */
export function isRevived(): boolean {
  return sessionStorage.getItem(DRAWN) !== null && !import.meta.env.DEV;
}

export function noteDrawn(): void {
  sessionStorage.setItem(DRAWN, "true");
}

/** Resolves when everything has its size. */
export async function before(): Promise<void> {
  if (navigator.platform.startsWith("Mac")) document.documentElement.dataset.platform = "mac";
  showAppearance();
  if (!isRevived()) openLastScreen();
  // As large as usual needs no word.
  if (knownZoom() !== 100) await showZoom();
}
