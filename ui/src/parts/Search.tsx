import { Search as Magnifier, X } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { strings } from "../strings";
import css from "./parts.module.css";

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Down arrow: into what was found. */
  onLeave?: () => void;
};

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, [contenteditable]");
}

/** `/` and Ctrl or ⌘ F bring the focus here, from anywhere but another field. */
function useSearchKeys(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Behind a dialog the search is out of reach.
      if (field.current?.closest("[inert], [aria-hidden=true]")) return;
      const find = event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!find && !slash) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [field]);
}

export function Search({ label, value, onChange, onLeave }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useSearchKeys(field);
  return (
    <div role="search" className={css.search} data-empty={value === "" || undefined}>
      <Magnifier size="1rem" strokeWidth={1.8} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/ Control+F Meta+F"
        placeholder={label}
        title={strings.hooks.searchKeys}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            if (value === "") field.current?.blur();
            else onChange("");
          } else if (event.key === "ArrowDown" && onLeave) {
            event.preventDefault();
            onLeave();
          }
        }}
      />
      <button
        type="button"
        className={css.clear}
        aria-label={strings.clear}
        tabIndex={-1}
        onClick={() => {
          onChange("");
          field.current?.focus();
        }}
      >
        <X size="0.75rem" strokeWidth={2.4} aria-hidden />
      </button>
    </div>
  );
}
