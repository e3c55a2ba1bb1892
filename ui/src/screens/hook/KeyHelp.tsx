import { useMutation } from "@tanstack/react-query";
import { Check, CircleHelp, X } from "lucide-react";
import { useEffect, useState } from "react";
import { backend, type KeyHelp as Help, type KeyCheck, type SetupItem } from "../../backend";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import { strings } from "../../strings";
import css from "./hook.module.css";
import { OpenLink } from "./OpenLink";

const words = strings.keyHelp;

/** What looks wrong about a value while it is typed, as the engine says; null where nothing does. */
export function useOdd(name: string, value: string): string | null {
  const [odd, setOdd] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    const say = (said: string | null) => here && setOdd(said);
    if (value === "") say(null);
    // It is a hint: where the engine does not answer, nothing is said.
    else backend.oddKey(name, value).then(say, () => say(null));
    return () => {
      here = false;
    };
  }, [name, value]);
  return odd;
}

function Answer({ check }: { check: KeyCheck }) {
  const icon = { size: "1rem", strokeWidth: 2.2, "aria-hidden": true } as const;
  const sign = { accepted: <Check {...icon} />, refused: <X {...icon} />, unknown: <CircleHelp {...icon} /> };
  return (
    <p role="status" className={css.keyAnswer} data-state={check.state}>
      {sign[check.state]} {check.says}
    </p>
  );
}

/** What a key is for, where to get one, which rights it needs; and one question to the service, on a click. */
export function KeyHelp(props: { hookId: string; item: SetupItem; help: Help; typed: string | null }) {
  const { hookId, item, help, typed } = props;
  const name = item.names[0] ?? "";
  const ask = useMutation({ mutationFn: (value: string | null) => backend.checkKey(hookId, name, value) });
  const ready = typed === null ? item.met : typed.trim() !== "";
  return (
    <div className={css.keyHelp}>
      <p className={css.small}>
        {help.purpose} {help.url ? <OpenLink url={help.url}>{words.get}</OpenLink> : null}
        {help.by_author ? <> {words.byAuthor}</> : null}
      </p>
      {help.rights ? <p className={css.small}>{words.rights(help.rights)}</p> : null}
      {help.asks ? (
        <div className={css.keyCheck}>
          <Button
            aria-disabled={!ready || ask.isPending}
            onClick={() => {
              if (ready && !ask.isPending) ask.mutate(typed);
            }}
          >
            {words.check}
          </Button>
          <p className={css.small}>
            {ask.isPending ? words.checking : ready ? words.asks(help.asks) : words.first}
          </p>
        </div>
      ) : help.service ? (
        <p className={css.small}>{words.noQuestion(help.service)}</p>
      ) : null}
      {ask.data && !ask.isPending ? <Answer check={ask.data} /> : null}
      {ask.error ? <InlineProblem error={ask.error} /> : null}
    </div>
  );
}
