import { ChevronLeft } from "lucide-react";
import { useEffect } from "react";
import css from "./parts.module.css";

/** Esc leads back too, unless something else wants it: a field, a menu, a dialog. */
function useEscape(leave: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, [role=menu], [role=dialog], [role=alertdialog]")) return;
      if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      leave();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** Named after where it leads. */
export function BackButton({ label, leave }: { label: string; leave: () => void }) {
  useEscape(leave);
  return (
    <button type="button" className={css.back} onClick={leave}>
      <ChevronLeft size="1rem" strokeWidth={2} aria-hidden />
      {label}
    </button>
  );
}
