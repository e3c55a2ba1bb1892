import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { strings } from "../strings";
import css from "./overlay.module.css";
import { type Done, dismissDone, useDone } from "./toast";

const SHOWN_FOR_MS = 8000;

function takeBack(done: Done) {
  dismissDone(done.id);
  done.undo?.();
}

function Toast({ done }: { done: Done }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissDone(done.id), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [held, done.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only waits while somebody reads or reaches for Undo.
    <div
      className={css.toast}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{done.text}</p>
      {done.more ? (
        <button
          type="button"
          onClick={() => {
            dismissDone(done.id);
            done.more?.run();
          }}
        >
          {done.more.label}
        </button>
      ) : null}
      {done.undo ? (
        <button
          type="button"
          // The key itself is one of the window's: it works on after the message is gone.
          aria-keyshortcuts="Control+Z Meta+Z"
          title={strings.undoKeys}
          onClick={() => takeBack(done)}
        >
          {strings.undo}
        </button>
      ) : null}
      <button
        type="button"
        className={css.close}
        aria-label={strings.close}
        onClick={() => dismissDone(done.id)}
      >
        <X size="0.875rem" strokeWidth={2} aria-hidden />
      </button>
    </div>
  );
}

/** The one place where results are announced. The region is always there, or screen readers miss its first words. */
export function ToastHost() {
  const done = useDone();
  return (
    <section className={css.toastPlace} role="status" aria-label={strings.results}>
      {done ? <Toast key={done.id} done={done} /> : null}
    </section>
  );
}
