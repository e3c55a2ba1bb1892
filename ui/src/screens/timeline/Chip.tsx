import { GripVertical, Pencil, Shield } from "lucide-react";
import type { DragEvent, KeyboardEvent } from "react";
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
  onDragStart: () => void;
  onDrop: () => void;
};

/** A hook at a moment: a click opens it, a drag or Alt with an arrow moves it. */
export function Chip({ hook, was, movable, onMove, onDragStart, onDrop }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
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
        draggable={movable}
        aria-keyshortcuts={movable ? "Alt+ArrowLeft Alt+ArrowRight" : undefined}
        onClick={() => go(paths.installed(hook.id))}
        onKeyDown={onKeyDown}
        onDragStart={(event: DragEvent) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", hook.title);
          onDragStart();
        }}
        onDragOver={(event) => movable && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          onDrop();
        }}
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
