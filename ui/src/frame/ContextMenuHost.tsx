import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useActions } from "../data/actions";
import { hooksQuery } from "../data/queries";
import parts from "../parts/parts.module.css";
import { strings } from "../strings";
import { type Choice, type Clicked, choicesFor, whatIsAt } from "./context-menu";
import css from "./frame.module.css";
import { askAboutHook, useHookQuestion } from "./hook-dialogs";

const words = strings.menu;
const HookDialogs = lazy(() => import("./HookDialogs"));

type Open = { x: number; y: number; clicked: Clicked };

/** The edits that a text field knows by itself. The field has the focus again by then. */
function edit(field: HTMLElement, command: string) {
  field.focus();
  document.execCommand(command);
}

const copy = (text: string) => navigator.clipboard.writeText(text).catch(console.error);

/** Menus of rows, texts and links, at the pointer or at what has the focus. The browser's own are never shown. */
export function ContextMenuHost() {
  const client = useQueryClient();
  const { setEnabled, openFolder } = useActions();
  const [open, setOpen] = useState<Open | null>(null);
  const question = useHookQuestion();
  const anchor = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const onMenu = (event: MouseEvent) => {
      event.preventDefault();
      const target = event.target as HTMLElement;
      const hooks = client.getQueryData(hooksQuery.queryKey) ?? [];
      const clicked = whatIsAt(target, hooks);
      if (!clicked) return;
      // The menu key has no pointer: then it opens at what has the focus.
      const box = target.getBoundingClientRect();
      const byKey = event.button !== 2;
      setOpen({ x: byKey ? box.left + 24 : event.clientX, y: byKey ? box.top + 24 : event.clientY, clicked });
    };
    document.addEventListener("contextmenu", onMenu);
    return () => document.removeEventListener("contextmenu", onMenu);
  }, [client]);

  const run = (id: string, clicked: Clicked) => {
    setOpen(null);
    // After the menu has given the focus back.
    requestAnimationFrame(() => {
      if (clicked.kind === "field") edit(clicked.field, id);
      else if (clicked.kind === "text") void copy(clicked.text);
      else if (clicked.kind === "link" && id === "copy") void copy(clicked.url);
      else if (clicked.kind === "link") clicked.link.click();
      else if (clicked.kind === "hook" && (id === "remove" || id === "copy"))
        askAboutHook({ hook: clicked.hook, what: id });
      else if (clicked.kind === "hook" && id === "switch")
        void setEnabled(clicked.hook, !clicked.hook.enabled);
      else if (clicked.kind === "hook" && id === "folder") void openFolder(clicked.hook.id);
      else clicked.go?.(id);
    });
  };

  return (
    <>
      <span
        ref={anchor}
        aria-hidden
        className={css.menuAnchor}
        style={open ? { left: open.x, top: open.y } : undefined}
      />
      {open ? (
        <Popover
          aria-label={words.label}
          triggerRef={anchor}
          isOpen
          onOpenChange={(still) => still || setOpen(null)}
          placement="bottom start"
          offset={0}
        >
          <Menu
            className={parts.menu}
            aria-label={words.label}
            autoFocus="first"
            onAction={(key) => run(String(key), open.clicked)}
            onClose={() => setOpen(null)}
          >
            {choicesFor(open.clicked).map((section) => (
              <MenuSection key={section[0]?.id} aria-label={section[0]?.title} className={parts.menuSection}>
                {section.map((choice: Choice) => (
                  <MenuItem
                    key={choice.id}
                    id={choice.id}
                    textValue={choice.title}
                    className={`${parts.menuItem} ${choice.danger ? parts.menuDanger : ""}`}
                  >
                    {choice.title}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </Menu>
        </Popover>
      ) : null}
      {question ? (
        <Suspense>
          <HookDialogs {...question} onClose={() => askAboutHook(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
