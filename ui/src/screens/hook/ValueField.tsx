import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { SetupItem } from "../../backend";
import { useActions } from "../../data/actions";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import { strings } from "../../strings";
import css from "./hook.module.css";

const words = strings.hook;

type Props = {
  hookId: string;
  item: SetupItem;
  prominent: boolean;
  onDone: () => void;
  onCancel: (() => void) | null;
};

/** One value, hidden while it is a secret. What is typed lives here only, and survives every change on disk. */
export function ValueField({ hookId, item, prominent, onDone, onCancel }: Props) {
  const { saveEnv, saveSetting } = useActions();
  const [value, setValue] = useState("");
  const [shown, setShown] = useState(!item.secret);
  const problemId = useId();
  const name = item.names[0] ?? "";
  const save = useMutation({
    mutationFn: () => (item.kind === "env" ? saveEnv(hookId, name, value) : saveSetting(hookId, name, value)),
    onSuccess: () => {
      setValue("");
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== "" && !save.isPending) save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <div className={css.field}>
        <span className={css.input}>
          <input
            type={shown ? "text" : "password"}
            aria-label={item.title}
            aria-invalid={save.error !== null || undefined}
            aria-describedby={save.error ? problemId : undefined}
            placeholder={item.secret ? words.fieldHidden : words.fieldPlain}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || !onCancel) return;
              event.preventDefault();
              onCancel();
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
          aria-disabled={value === "" || save.isPending}
        >
          {words.save}
        </Button>
        {onCancel ? <Button onClick={onCancel}>{strings.cancel}</Button> : null}
      </div>
      {save.error ? (
        <div id={problemId} className={css.problemSpace}>
          <InlineProblem error={save.error} />
        </div>
      ) : null}
    </form>
  );
}
