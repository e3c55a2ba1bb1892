/** The keys of the window as a whole. What each does is listed for people in `strings.keys`. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { backend } from "../backend";
import { useActions } from "../data/actions";
import { redoLast, undoByKey } from "../data/undo";
import { isTyping } from "../parts/Search";
import { go, goBack, paths } from "../routes";
import { setZoom, stepZoom } from "../styles/zoom";
import { isOverlayOpen, openOverlay } from "./overlays";

const isMac = () => document.documentElement.dataset.platform === "mac";

/** Behind a question nothing else is done; how large things are, and closing, may be changed all the same. */
const isAsked = () =>
  isOverlayOpen() || document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;

/** In the order of the sidebar: where the window begins, then its pages. */
const PAGES = ["/", paths.hooks, paths.get(), paths.try(), paths.activity, paths.settings()];

function zoomKey(key: string): boolean {
  if (key === "+" || key === "=") stepZoom(1);
  else if (key === "-") stepZoom(-1);
  else if (key === "0") setZoom(100);
  else return false;
  return true;
}

/** What was gone to by a key is what the keys are for: Page Down and the arrows scroll it. A screen may have put the focus better. */
function goByKey(to: string): void {
  const before = location.hash;
  go(to);
  // Later where the person is asked first whether the screen may be left.
  const arrive = () =>
    requestAnimationFrame(() => {
      const main = document.querySelector<HTMLElement>("main");
      if (main && !main.contains(document.activeElement) && !isAsked()) main.focus({ preventScroll: true });
    });
  if (location.hash !== before || location.hash.replace(/^#/, "") === to) arrive();
  else addEventListener("hashchange", arrive, { once: true });
}

type Doers = { refresh: () => void; undo: () => void; redo: () => void };

/** With Ctrl, or ⌘ on a Mac. Answers whether the key was one of these. */
function commandKey(event: KeyboardEvent, doers: Doers): boolean {
  const key = event.key.toLowerCase();
  if (zoomKey(key)) return true;
  // A Mac has these in its menu bar.
  if ((key === "q" || key === "w") && !isMac()) {
    backend.askToClose(key === "q").catch(console.error);
    return true;
  }
  if (isAsked()) return false;
  const page = /^[1-6]$/.test(key) ? PAGES[Number(key) - 1] : undefined;
  if (page) goByKey(page);
  else if (key === "k") openOverlay("palette");
  else if (key === "r") doers.refresh();
  else if (key === ",") goByKey(paths.settings());
  else if ((key === "z" && event.shiftKey) || key === "y") {
    if (isTyping(event.target)) return false;
    doers.redo();
  } else if (key === "z") {
    if (isTyping(event.target)) return false;
    doers.undo();
  } else return false;
  return true;
}

/** Without Ctrl. */
function plainKey(event: KeyboardEvent, doers: Doers): boolean {
  if (event.key === "F5") doers.refresh();
  else if (isAsked()) return false;
  else if (event.key === "F1") openOverlay("keys");
  else if (event.key === "?" && !isTyping(event.target)) openOverlay("keys");
  else if (event.altKey && event.key === "ArrowLeft") goBack("/");
  else if (event.altKey && event.key === "ArrowRight") history.forward();
  else return false;
  return true;
}

export function useWindowKeys() {
  const client = useQueryClient();
  const { refresh } = useActions();
  useEffect(() => {
    const doers = {
      refresh: () => void refresh(),
      undo: () => void undoByKey(client),
      redo: () => void redoLast(client),
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const command = event.ctrlKey || event.metaKey;
      const known = command && !event.altKey ? commandKey(event, doers) : !command && plainKey(event, doers);
      if (known) event.preventDefault();
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      stepZoom(event.deltaY < 0 ? 1 : -1);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("wheel", onWheel);
    };
  });
}
