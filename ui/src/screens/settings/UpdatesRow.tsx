import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { backend, type NewVersion } from "../../backend";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import { OpenLink } from "../hook/OpenLink";
import { ConfirmRun } from "../try/ConfirmRun";
import css from "./settings.module.css";
import { TypedValue, useOpening } from "./TypedValue";

const words = strings.self;

/** Under which name its text is kept. */
const TYPED = "value tacklebox updates";

type Question = Extract<NewVersion, { kind: "confirm" }>;

function Found({ found }: { found: NewVersion }) {
  if (found.kind === "confirm") return null;
  return (
    <>
      <p className={css.text}>{found.sentence}</p>
      {found.kind === "newer" ? (
        <>
          {found.notes ? <p className={css.notes}>{found.notes}</p> : null}
          <OpenLink url={found.url}>{words.openPage}</OpenLink>
        </>
      ) : null}
    </>
  );
}

/** Asks one address, which is empty at first, and only on a click. */
export function UpdatesRow({ from, onSet }: { from: string | null; onSet: () => Promise<unknown> }) {
  const opening = useOpening(TYPED);
  const [question, setQuestion] = useState<Question | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const look = useMutation({
    mutationFn: (confirmed: boolean) => backend.lookForVersion(confirmed),
    onSuccess: (said) => {
      if (said.kind === "confirm") setQuestion(said);
    },
  });
  const answer = (yes: boolean) => {
    setQuestion(null);
    if (yes) look.mutate(true);
    requestAnimationFrame(() => button.current?.focus());
  };
  const save = async (address: string) => {
    await backend.setUpdatesFrom(address);
    await onSet();
    look.reset();
    return true;
  };
  return (
    <li>
      <div>
        <div className={css.name}>{words.updates}</div>
        {opening.open ? (
          <TypedValue
            name={TYPED}
            label={words.updatesAddress}
            value={from ?? ""}
            kind="address"
            onSave={save}
            onClose={opening.close}
          />
        ) : (
          <p className={css.text}>
            {from === null ? words.updatesNone : <Words text={words.updatesAsk(from)} />}
          </p>
        )}
        <div role="status">
          {look.isPending ? <p className={css.text}>{words.looking}</p> : null}
          {look.error && !look.isPending ? <InlineProblem error={look.error} /> : null}
          {look.data && !look.isPending ? <Found found={look.data} /> : null}
        </div>
      </div>
      {opening.open ? null : (
        <div className={css.end}>
          <Button
            ref={opening.button}
            aria-label={from === null ? undefined : strings.settings.changeLabel(words.updatesAddress)}
            onClick={opening.show}
          >
            {from === null ? words.updatesSet : strings.settings.change}
          </Button>
          {from === null ? null : (
            <Button ref={button} aria-disabled={look.isPending} onClick={() => look.mutate(false)}>
              {words.look}
            </Button>
          )}
        </div>
      )}
      {question ? (
        <ConfirmRun
          title={question.title}
          sentences={question.sentences}
          action={words.ask}
          answer={answer}
        />
      ) : null}
    </li>
  );
}
