import { useMutation } from "@tanstack/react-query";
import { Check, CircleHelp, X } from "lucide-react";
import {
  backend,
  type KeyHelp as Help,
  type KeyCheck,
  type KeyPart,
  type KeyShape,
  type SetupItem,
} from "../../backend";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import { strings } from "../../strings";
import css from "./hook.module.css";
import { OpenLink } from "./OpenLink";

const words = strings.keyHelp;

const PARTS: Record<KeyPart, RegExp> = { digits: /^\d*$/, letters: /^[\w-]*$/ };

/** Whether it has this shape, or may still get it. */
function mayFit(text: string, { by, parts }: KeyShape): boolean {
  const typed = text.split(by);
  const fits = (part: string, at: number) =>
    PARTS[parts[at] ?? "letters"].test(part) && (part !== "" || at === typed.length - 1);
  return typed.length <= parts.length && typed.every(fits);
}

/** What looks wrong about a key while it is typed; null where nothing does. */
export function oddShape(value: string, help: Help | null): string | null {
  const text = value.trim();
  if (text === "") return null;
  if (/^["'].*["']$/.test(text)) return "Leave the quotes out.";
  if (/^(bearer|token|bot)\s/i.test(text)) return "Leave out the first word: only the key itself.";
  if (/\s/.test(text)) return "There is a space in it, and no key has one.";
  if (help?.shape && !mayFit(text, help.shape))
    return `A key of ${help.service} looks like ${help.shape.example}`;
  const begins = help?.begins ?? [];
  // As long as it may still become right, nothing is said.
  const may = begins.some((start) => text.startsWith(start) || start.startsWith(text));
  if (begins.length === 0 || may) return null;
  return `A key of ${help?.service ?? "this service"} begins with ${begins.join(" or ")}.`;
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
