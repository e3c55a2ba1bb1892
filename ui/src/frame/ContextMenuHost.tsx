import { lazy, Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { askAboutHook, useHookQuestion } from "./hook-dialogs";

/** Loaded with the first right click. */
const ContextMenu = lazy(() => import("./ContextMenu"));
const HookDialogs = lazy(() => import("./HookDialogs"));

/** It covers all of the page while a menu is open: a right click on it means what is below. */
const BESIDE_MENU = "[data-testid=underlay]";

export type Place = { x: number; y: number; target: HTMLElement };

/** Menus of rows, texts and links, at the pointer or at what has the focus. The browser's own are never shown. */
export function ContextMenuHost() {
  const [open, setOpen] = useState<Place | null>(null);
  const question = useHookQuestion();
  useEffect(() => {
    const show = (target: HTMLElement, event: MouseEvent) => {
      // The menu key has no pointer: then it opens at what has the focus.
      const box = target.getBoundingClientRect();
      const byKey = event.button !== 2;
      setOpen({ x: byKey ? box.left + 24 : event.clientX, y: byKey ? box.top + 24 : event.clientY, target });
    };
    const onMenu = (event: MouseEvent) => {
      event.preventDefault();
      const target = event.target as HTMLElement;
      if (event.button !== 2 || !target.matches(BESIDE_MENU)) {
        show(target, event);
        return;
      }
      // What is below an open menu is for no pointer until that is closed, and has given the focus back.
      flushSync(() => setOpen(null));
      requestAnimationFrame(() => {
        const there = document.elementFromPoint(event.clientX, event.clientY);
        if (there instanceof HTMLElement) show(there, event);
      });
    };
    document.addEventListener("contextmenu", onMenu);
    return () => document.removeEventListener("contextmenu", onMenu);
  }, []);
  return (
    <Suspense>
      {open ? (
        <ContextMenu
          key={`${open.x} ${open.y}`}
          place={open}
          // One that was opened in the meantime stays.
          onClose={() => setOpen((now) => (now === open ? null : now))}
        />
      ) : null}
      {question ? <HookDialogs {...question} onClose={() => askAboutHook(null)} /> : null}
    </Suspense>
  );
}
