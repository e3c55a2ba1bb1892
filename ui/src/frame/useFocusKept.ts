/** What vanishes after it was pressed, a row that was fixed or removed, must not take the focus with it. */
import { useEffect } from "react";

const ROW = "li, [role=row]";
const STOP = "button:enabled, input:enabled, select:enabled, textarea:enabled, a[href]";
const HEADING = "h1, h2, h3, h4";

/** What had the focus last on the screen, and what was around it: from what vanished nobody finds that. */
type Had = { element: Element; address: string; rows: Element[]; around: Element[] };

/** Its own row, those after it, and then those before it, the nearest first. */
function rowsFrom(element: Element): Element[] {
  const row = element.closest(ROW);
  const all = [...(row?.parentElement?.children ?? [])];
  const at = row ? all.indexOf(row) : 0;
  return [...all.slice(at), ...all.slice(0, at).reverse()];
}

function had(element: Element, main: Element): Had {
  const around: Element[] = [];
  for (let box = element.parentElement; box && main.contains(box); box = box.parentElement) around.push(box);
  return { element, address: location.hash, rows: rowsFrom(element), around };
}

/** The next row in which something can be pressed, else the heading of the group, else that of the screen. */
function next({ rows, around }: Had): HTMLElement | null {
  for (const row of rows) {
    if (!row.isConnected) continue;
    const stop = row.matches("[tabindex]") ? row : row.querySelector(STOP);
    if (stop instanceof HTMLElement) return stop;
  }
  for (const box of around) {
    const heading = box.isConnected ? box.querySelector<HTMLElement>(HEADING) : null;
    if (!heading) continue;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    return heading;
  }
  return null;
}

/** Dialogs look after the focus themselves, for as long as one is open. */
const isAsked = () => document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;

export function useFocusKept(): void {
  useEffect(() => {
    let last: Had | null = null;
    const onFocus = ({ target }: Event) => {
      const main = document.querySelector("main");
      if (!(target instanceof Element) || !main?.parentElement?.contains(target)) return;
      last = main.contains(target) ? had(target, main) : null;
    };
    // Who points at something else has left what had it.
    const onPointer = ({ target }: Event) => {
      if (target instanceof Element && target.closest("main, nav, header")) last = null;
    };
    const look = () => {
      if (last === null) return;
      const gone = !last.element.isConnected || last.element.matches(":disabled");
      const now = document.activeElement;
      if (!gone || (now !== document.body && now !== last.element) || isAsked()) return;
      const left = last;
      last = null;
      // Another screen puts the focus where it wants it.
      const to = left.address === location.hash ? next(left) : null;
      // A heading is where to go on from: the page does not jump to it.
      to?.focus({ preventScroll: to.matches(HEADING) });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPointer, true);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPointer, true);
    };
  }, []);
}
