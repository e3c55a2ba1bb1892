import { Ellipsis } from "lucide-react";
import { strings } from "../../strings";
import css from "./hooks.module.css";

/** For the pointer; keys have the menu key. The menu itself is that of a right click. */
export function RowMenuButton({ title }: { title: string }) {
  return (
    <button
      type="button"
      className={css.more}
      aria-label={strings.hooks.more(title)}
      aria-haspopup="menu"
      tabIndex={-1}
      onClick={({ currentTarget }) =>
        currentTarget.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }))
      }
    >
      <Ellipsis size="1rem" strokeWidth={2} aria-hidden />
    </button>
  );
}
