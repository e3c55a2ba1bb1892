import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import type { Problem } from "../../backend";
import { whole } from "../../number";
import { Button } from "../../parts/Button";
import { Picker } from "../try/Picker";
import css from "./sentence.module.css";
import { words } from "./words";

/** One clause a line, with what is wrong in it right below. */
export function Clause({ children, problems }: { children: ReactNode; problems?: Problem[] }) {
  return (
    <div>
      <div className={css.line}>{children}</div>
      <div aria-live="polite">
        {problems?.map(({ message, hint }) => (
          <p key={message} className={css.wrong}>
            {message} {hint}
          </p>
        ))}
      </div>
    </div>
  );
}

type TypedProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  wrong?: boolean;
  /** More than one line may be typed. */
  lines?: boolean;
  wide?: boolean;
  autoFocus?: boolean;
};

/** A blank that is typed. */
export function Typed({ label, value, onChange, placeholder, wrong, lines, wide, autoFocus }: TypedProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  // A long line wraps, and is seen as a whole.
  useLayoutEffect(() => {
    const it = area.current;
    if (!it) return;
    it.style.height = "auto";
    it.style.height = `${it.scrollHeight + it.offsetHeight - it.clientHeight}px`;
  }, [value]);
  const shared = {
    "aria-label": label,
    "aria-invalid": wrong || undefined,
    placeholder,
    value,
    spellCheck: false,
    autoComplete: "off",
    className: `${css.typed} ${wide ? css.wide : ""}`,
  };
  if (lines)
    return (
      <textarea
        {...shared}
        ref={area}
        rows={Math.min(10, value.split("\n").length)}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return (
    <input
      {...shared}
      // biome-ignore lint/a11y/noAutofocus: it was asked for by the choice before.
      autoFocus={autoFocus}
      style={
        wide
          ? undefined
          : { width: `calc(${Math.max(6, (value || placeholder || "").length + 1)}ch + 1.625rem)` }
      }
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const ANOTHER = "\u0000another";

type NamesProps = {
  label: string;
  any: string;
  known: string[];
  value: string[];
  onChange: (names: string[]) => void;
};

/** What was typed with commas between the names. */
export const named = (typed: string) =>
  typed
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** None, a known name, or names of one's own. */
export function Names({ label, any, known, value, onChange }: NamesProps) {
  const [typing, setTyping] = useState<string | null>(null);
  if (typing !== null)
    return (
      <span className={css.typing}>
        <Typed
          label={`${label}: ${words.several}`}
          value={typing}
          placeholder={words.several}
          autoFocus
          onChange={(typed) => {
            setTyping(typed);
            onChange(named(typed));
          }}
        />
        <Button
          look="plain"
          iconOnly
          aria-label={any}
          onClick={() => {
            setTyping(null);
            onChange([]);
          }}
        >
          <X size="0.875rem" aria-hidden />
        </Button>
      </span>
    );
  const chosen = value.join(", ");
  const names = [...new Set([...(chosen === "" ? [] : [chosen]), ...known])];
  return (
    <Picker
      pill
      unlabelled
      label={label}
      value={chosen}
      groups={[
        { title: "", options: [{ id: "", title: any }] },
        { title: label, options: names.map((name) => ({ id: name, title: name })) },
        { title: "\u00a0", options: [{ id: ANOTHER, title: words.anotherOne }] },
      ]}
      onChange={(id) => (id === ANOTHER ? setTyping(chosen) : onChange(named(id)))}
    />
  );
}

type NumberProps = {
  label: string;
  hint: string;
  value: number | null;
  problems: Problem[];
  onChange: (value: number | null) => void;
};

/** A whole number, or nothing. */
export function NumberField({ label, hint, value, problems, onChange }: NumberProps) {
  const id = useId();
  const [typed, setTyped] = useState(value === null ? "" : String(value));
  const wrong = whole(typed) === undefined;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        aria-invalid={wrong || problems.length > 0 || undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = whole(target.value);
          if (next !== undefined) onChange(next);
        }}
      />
      <p id={`${id}-hint`} className={wrong || problems.length > 0 ? css.wrong : css.hint}>
        {wrong ? words.notNumber : (problems[0]?.message ?? hint)}
      </p>
    </div>
  );
}
