import { GripVertical, Pencil, Shield } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { TimelineHook } from "../../backend";
import { Emoji } from "../../parts/Glyph";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./timeline.module.css";

const words = strings.timeline;

type Props = {
  hook: TimelineHook;
  /** Where it was before it was moved; none where it was not. */
  was: number | null;
  movable: boolean;
  onMove: (by: number) => void;
  /** It was let go over another hook, by its id. */
  onDrop: (over: string) => void;
};

/** So many pixels are a click that slipped, and more are a drag. */
const SLIP = 6;

type Point = { x: number; y: number };

/** A drag with the pointer; a click goes on being one. */
function useDrag(movable: boolean, onDrop: (over: string) => void) {
  const from = useRef<Point | null>(null);
  const dragged = useRef(false);
  const [by, setBy] = useState<Point | null>(null);
  const end = () => {
    from.current = null;
    setBy(null);
  };
  return {
    by,
    cancel: end,
    /** Whether the click that comes now is the end of a drag. */
    wasDrag: () => dragged.current,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        dragged.current = false;
        if (!movable || event.button !== 0) return;
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!from.current) return;
        const moved = { x: event.clientX - from.current.x, y: event.clientY - from.current.y };
        if (!dragged.current && Math.hypot(moved.x, moved.y) < SLIP) return;
        dragged.current = true;
        setBy(moved);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (from.current && dragged.current) {
          const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-hook]");
          const id = over?.getAttribute("data-hook");
          if (id) onDrop(id);
        }
        end();
      },
      onPointerCancel: end,
    },
  };
}

/** A hook at a moment: a click opens it, a drag or Alt with an arrow moves it. */
export function Chip({ hook, was, movable, onMove, onDrop }: Props) {
  const { by, cancel, wasDrag, handlers } = useDrag(movable, onDrop);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancel();
    if (!movable || !event.altKey) return;
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  const only = hook.plugin ? words.plugin[hook.plugin] : (hook.only ?? words.every);
  return (
    <div className={css.chipBox}>
      <button
        type="button"
        data-hook={hook.id}
        className={`${css.chip} ${was === null ? "" : css.moved}`}
        data-movable={movable || undefined}
        // Under the pointer is then what it is let go over.
        style={by ? { transform: `translate(${by.x}px, ${by.y}px)`, pointerEvents: "none" } : undefined}
        aria-keyshortcuts={movable ? "Alt+ArrowLeft Alt+ArrowRight" : undefined}
        // A key's click counts none, and never ends a drag.
        onClick={({ detail }) => (detail > 0 && wasDrag()) || go(paths.installed(hook.id))}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        {movable ? <GripVertical size="0.875rem" strokeWidth={2.2} aria-hidden className={css.grip} /> : null}
        <Emoji emoji={hook.emoji} className={css.emoji} />
        <span>{hook.title}</span>
        {hook.can_stop ? (
          <Shield size="0.875rem" strokeWidth={2} aria-label={words.canStopIt} className={css.stop} />
        ) : hook.can_change ? (
          <Pencil size="0.875rem" strokeWidth={2} aria-label={words.canChangeIt} className={css.stop} />
        ) : null}
      </button>
      <span className={css.how}>
        {hook.state === "ready" || hook.state === "not-called" ? "" : `${strings.state[hook.state]} · `}
        {only}
        {was === null ? "" : ` · ${words.was(was)}`}
      </span>
    </div>
  );
}
