import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { SetupItem } from "../../backend";
import { useActions } from "../../data/actions";
import { useTyped } from "../../data/unsaved";
import { decimal } from "../../number";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import { Switch } from "../../parts/Switch";
import { strings } from "../../strings";
import css from "./hook.module.css";
import { KeyHelp, useOdd } from "./KeyHelp";

const words = strings.hook;

type Props = {
  hookId: string;
  item: SetupItem;
  prominent: boolean;
  onDone: () => void;
  onCancel: (() => void) | null;
};

/** Under this what is typed is kept; a key is only in the page's memory. */
export const typedName = (hookId: string, item: SetupItem) => `value ${hookId} ${item.names[0] ?? ""}`;

/** One value, hidden while it is a secret. What is typed survives every change on disk, and leaving the screen. */
export function ValueField({ hookId, item, prominent, onDone, onCancel }: Props) {
  const { saveEnv, saveSetting } = useActions();
  const typed = useTyped(typedName(hookId, item), "", {
    what: strings.unsaved.value(item.title),
    keepable: (text) => (item.secret ? "" : text),
  });
  const { value, change: setValue } = typed;
  const [shown, setShown] = useState(!item.secret);
  const problemId = useId();
  const name = item.names[0] ?? "";
  const odd = useOdd(name, item.secret || item.help ? value : "");
  const oddId = useId();
  const save = useMutation({
    mutationFn: (given: string) =>
      item.kind === "env" ? saveEnv(hookId, name, given) : saveSetting(hookId, name, given),
    onSuccess: (saved) => {
      // After a "no" to the question, what was typed stays.
      if (!saved) return;
      setValue("");
      onDone();
    },
  });
  const number = item.value_kind === "number";
  const given = number ? decimal(value) : value;
  const ready = given !== null && given !== "" && !save.isPending;
  const cancel = () => {
    typed.forget();
    onCancel?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) save.mutate(given);
  };
  return (
    <form onSubmit={submit}>
      <div className={css.field}>
        <span className={css.input}>
          <input
            type={shown ? "text" : "password"}
            aria-label={item.title}
            aria-invalid={save.error !== null || undefined}
            aria-describedby={save.error ? problemId : odd ? oddId : undefined}
            inputMode={number ? "decimal" : undefined}
            placeholder={item.secret ? words.fieldHidden : number ? words.fieldNumber : words.fieldPlain}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || !onCancel) return;
              event.preventDefault();
              cancel();
            }}
          />
          {item.secret ? (
            <button
              type="button"
              className={css.reveal}
              aria-label={shown ? words.conceal : words.reveal}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? (
                <EyeOff size="1rem" strokeWidth={1.8} aria-hidden />
              ) : (
                <Eye size="1rem" strokeWidth={1.8} aria-hidden />
              )}
            </button>
          ) : null}
        </span>
        <Button
          type="submit"
          look={prominent || onCancel ? "main" : "normal"}
          // Not `disabled`: the focus would fall out of the form while it is saving.
          aria-disabled={!ready}
        >
          {words.save}
        </Button>
        {item.value_kind === "any" && value === "" ? (
          <Button onClick={() => save.isPending || save.mutate("true")}>{words.setTrue}</Button>
        ) : null}
        {onCancel ? <Button onClick={cancel}>{strings.cancel}</Button> : null}
      </div>
      {odd ? (
        <p id={oddId} role="status" className={css.keyOdd}>
          {odd}
        </p>
      ) : null}
      {item.help ? <KeyHelp hookId={hookId} item={item} help={item.help} typed={value} /> : null}
      {save.error ? (
        <div id={problemId} className={css.problemSpace}>
          <InlineProblem error={save.error} />
        </div>
      ) : null}
    </form>
  );
}

/** A setting that is true or false already: a switch says it all. */
export function ValueSwitch({ hookId, item }: Pick<Props, "hookId" | "item">) {
  const { saveSetting } = useActions();
  const name = item.names[0] ?? "";
  const save = useMutation({ mutationFn: (on: boolean) => saveSetting(hookId, name, String(on)) });
  return (
    <div>
      <Switch label={item.title} on={item.met} onChange={(on) => save.isPending || save.mutate(on)} />
      {save.error ? <InlineProblem error={save.error} /> : null}
    </div>
  );
}
