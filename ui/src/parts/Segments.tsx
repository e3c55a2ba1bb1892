import { type KeyboardEvent, useRef } from "react";
import { formatNumber } from "../format";
import css from "./parts.module.css";

export type Segment<Id extends string> = { id: Id; label: string; count?: number };

type Props<Id extends string> = {
  label: string;
  segments: Segment<Id>[];
  value: Id;
  onChange: (id: Id) => void;
};

const STEPS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * One of a few, and one Tab stop. Arrow keys move between them; Space or Enter takes one, since some of them
 * begin work.
 */
export function Segments<Id extends string>({ label, segments, value, onChange }: Props<Id>) {
  const group = useRef<HTMLDivElement>(null);
  const stop = segments.some(({ id }) => id === value) ? value : segments[0]?.id;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = [...(group.current?.querySelectorAll("button") ?? [])];
    const at = all.indexOf(event.target as HTMLButtonElement);
    if (at < 0) return;
    event.preventDefault();
    all[(at + by + all.length) % all.length]?.focus();
  };
  return (
    <div ref={group} role="radiogroup" aria-label={label} className={css.segments} onKeyDown={onKeyDown}>
      {segments.map(({ id, label: text, count }) => (
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === value}
          tabIndex={id === stop ? 0 : -1}
          className={css.segment}
          onClick={() => {
            if (id !== value) onChange(id);
          }}
        >
          {text} {count === undefined ? null : <i>{formatNumber(count)}</i>}
        </button>
      ))}
    </div>
  );
}
