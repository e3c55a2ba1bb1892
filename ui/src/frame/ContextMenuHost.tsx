import { lazy, Suspense, useEffect, useState } from "react";
import { askAboutHook, useHookQuestion } from "./hook-dialogs";

/** Loaded with the first right click. */
const ContextMenu = lazy(() => import("./ContextMenu"));
const HookDialogs = lazy(() => import("./HookDialogs"));

export type Place = { x: number; y: number; target: HTMLElement };

/** Menus of rows, texts and links, at the pointer or at what has the focus. The browser's own are never shown. */
export function ContextMenuHost() {
  const [open, setOpen] = useState<Place | null>(null);
  const question = useHookQuestion();
  useEffect(() => {
    const onMenu = (event: MouseEvent) => {
      event.preventDefault();
      const target = event.target as HTMLElement;
      // The menu key has no pointer: then it opens at what has the focus.
      const box = target.getBoundingClientRect();
      const byKey = event.button !== 2;
      setOpen({ x: byKey ? box.left + 24 : event.clientX, y: byKey ? box.top + 24 : event.clientY, target });
    };
    document.addEventListener("contextmenu", onMenu);
    return () => document.removeEventListener("contextmenu", onMenu);
  }, []);
  return (
    <Suspense>
      {open ? <ContextMenu place={open} onClose={() => setOpen(null)} /> : null}
      {question ? <HookDialogs {...question} onClose={() => askAboutHook(null)} /> : null}
    </Suspense>
  );
}
