import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { type AgentId, backend } from "../../backend";
import { isWithheld, kept, useTyped } from "../../data/unsaved";
import { Button } from "../../parts/Button";
import { tellError } from "../../parts/dialogs";
import { InlineProblem } from "../../parts/Problem";
import { strings } from "../../strings";
import css from "./settings.module.css";

const words = strings.settings;

/** A form that opens in the place of its button, and gives the focus back to it; open where its text was kept. */
export function useOpening(name: string) {
  const [open, setOpen] = useState(() => kept.get(name) !== null || isWithheld(name));
  const button = useRef<HTMLButtonElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    if (open || !closed.current) return;
    closed.current = false;
    button.current?.focus();
  }, [open]);
  return {
    open,
    button,
    show: () => setOpen(true),
    close: () => {
      closed.current = true;
      setOpen(false);
    },
  };
}

type Props = {
  /** What tells it from all others: as `useOpening` has it. */
  name: string;
  label: string;
  value: string;
  /** What is typed. A folder can be picked too, beginning where this agent has its own. */
  kind: "number" | "address" | { folderOf: AgentId };
  /** Whether it was done, rather than declined. Throws what the form is to show. */
  onSave: (value: string) => Promise<boolean>;
  onClose: () => void;
};

/** A number, an address or a folder being typed, never a key; the engine says whether it will do. */
export function TypedValue({ name, label, value: start, kind, onSave, onClose }: Props) {
  const { value, change: setValue, forget } = useTyped(name, start, { what: strings.unsaved.value(label) });
  const leave = () => {
    forget();
    onClose();
  };
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const save = useMutation({
    mutationFn: () => onSave(value),
    onSuccess: (saved) => {
      if (saved) leave();
    },
  });
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const pick = (agent: AgentId) =>
    backend.pickFolder(agent).then(
      (picked) => {
        if (picked !== null) setValue(picked);
        input.current?.focus();
      },
      (error) => tellError(error, strings.errors.pickFolder),
    );
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") leave();
      }}
    >
      <div className={css.field}>
        <input
          ref={input}
          className={css.input}
          aria-label={label}
          aria-invalid={save.error !== null || undefined}
          aria-describedby={save.error ? problemId : undefined}
          inputMode={kind === "number" ? "numeric" : kind === "address" ? "url" : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        {typeof kind === "object" ? (
          <Button onClick={() => void pick(kind.folderOf)}>{words.choose}</Button>
        ) : null}
        <Button type="submit" look="main" aria-disabled={save.isPending}>
          {strings.hook.save}
        </Button>
        <Button onClick={leave}>{strings.cancel}</Button>
      </div>
      {save.error ? (
        <div id={problemId} className={css.problem}>
          <InlineProblem error={save.error} />
        </div>
      ) : null}
    </form>
  );
}
