import { Check, Minus, Play, Send, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { type ConditionCheck, EngineError } from "../../backend";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Breaker } from "../try/Breaker";
import { ResultRow } from "../try/ResultRow";
import { isOver, type Try } from "../try/tries";
import { partsOf, withPart } from "./sample";
import css from "./sentence.module.css";
import type { Writing } from "./useSentence";
import { fieldLabel, words } from "./words";

type Props = { writing: Writing };

const wait = (writing: Writing) =>
  writing.trying ||
  !writing.settled ||
  (writing.check?.problems.length ?? 0) > 0 ||
  writing.check?.blank != null;

const hasNoName = ({ sentence }: Writing) => sentence.hook === null && sentence.name.trim() === "";

/** What has to be filled in before it can be tried or turned on; none where nothing is missing. */
export function firstOf(writing: Writing): string | null {
  const { check } = writing;
  if (hasNoName(writing)) return words.nameFirst;
  if (check && check.problems.length === 0 && check.blank !== null)
    return words.fillIn(words.blanks[check.blank] ?? check.blank);
  return null;
}

type TryButtonProps = {
  writing: Writing;
  className?: string /** The id of what says why it waits. */;
  why?: string;
};

export function TryButton({ writing, className, why }: TryButtonProps) {
  const off = wait(writing);
  return (
    <Button
      // Once it answered, the next step is another one.
      look={writing.tried ? "normal" : "main"}
      className={className}
      aria-disabled={off || undefined}
      aria-describedby={off ? why : undefined}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      onClick={() => off || writing.tryIt()}
    >
      <Play size="0.875rem" strokeWidth={2.2} aria-hidden />
      {writing.trying ? words.trying : words.tryIt}
    </Button>
  );
}

type SampleProps = {
  data: Record<string, unknown>;
  /** Fields that conditions ask about, whether the sample has them or not. */
  extra: string[];
  onChange: (data: Record<string, unknown>) => void;
};

/** What the event carries, field by field. */
export function SampleFields({ data, extra, onChange }: SampleProps) {
  const id = useId();
  return (
    <div className={css.sample}>
      {partsOf(data, extra).map((part) => {
        const name = part.path.join(".");
        return (
          <div key={name} className={part.value.length > 24 ? css.full : undefined}>
            <label htmlFor={`${id}-${name}`}>{fieldLabel(name)}</label>
            <input
              id={`${id}-${name}`}
              autoComplete="off"
              spellCheck={false}
              value={part.value}
              onChange={({ target }) => onChange(withPart(data, part, target.value))}
            />
          </div>
        );
      })}
    </div>
  );
}

function Sample({ writing }: { writing: Writing }) {
  const { sentence, data, setData } = writing;
  const extra = [
    ...(sentence.pattern === "" || "prompt" in data ? [] : ["content"]),
    ...(sentence.channels.length > 0 ? ["channel"] : []),
    ...(sentence.users.length > 0 ? ["user"] : []),
  ];
  return <SampleFields data={data} extra={extra} onChange={setData} />;
}

/** Whether the sample passes, condition by condition. */
function ConditionList({ conditions }: { conditions: ConditionCheck[] }) {
  if (conditions.length === 0) return null;
  return (
    <ul aria-label={words.conditions} className={css.conditions}>
      {conditions.map(({ field, wanted, met, why }) => {
        const [Icon, word] = met ? [Check, words.yes] : [X, words.no];
        return (
          <li key={field} data-met={met}>
            <Icon size="0.875rem" strokeWidth={2.2} role="img" aria-label={word} />
            <div>
              {words.condition[field] ?? field} <code>{wanted}</code>
              <p>{why}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function WithSample({ writing }: { writing: Writing }) {
  const { check } = writing;
  if (!check || check.problems.length > 0 || check.blank !== null) return null;
  const runs = check.unmet === null;
  const [Icon, tone] = runs ? ([Check, parts.ok] as const) : ([Minus, parts.off] as const);
  return (
    <div className={css.with}>
      <h3>
        {words.sample}{" "}
        <span className={`${parts.tag} ${tone}`}>
          <Icon aria-hidden />
          {runs ? words.wouldRun : words.wouldNot}
        </span>
      </h3>
      <ConditionList conditions={check.conditions} />
      {runs && check.request !== null ? (
        <>
          <p className={css.send}>
            <Send size="0.875rem" strokeWidth={1.8} aria-hidden />
            {words.wouldSend(new TextEncoder().encode(check.request.split("\n").slice(1).join("\n")).length)}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long request is scrolled with the keys. */}
          <pre className={css.well} tabIndex={0}>
            {check.request}
          </pre>
        </>
      ) : null}
      <p className={css.hint}>{words.checked}</p>
    </div>
  );
}

/** What came of a try; nothing where there was none. */
export function Did({ one }: { one: Try | null }) {
  const place = useRef<HTMLDivElement>(null);
  const over = one !== null && isOver(one);
  // In a narrow window it is below what was pressed.
  useEffect(() => {
    if (over) place.current?.scrollIntoView?.({ block: "nearest" });
  }, [over]);
  if (!one) return null;
  const error = one.error ?? (one.state?.error ? new EngineError(one.state.error) : null);
  const rows = one.state?.rows ?? [];
  const failed = rows.some(
    ({ outcome, cancelled }) => !cancelled && (outcome === "failed" || outcome === "timed-out"),
  );
  return (
    <div className={css.did} ref={place}>
      <h3>{words.tried}</h3>
      {rows.length > 0 ? (
        <ol className={css.rows}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order stays.
            <ResultRow key={`${one.run} ${index}`} row={row} event={one.state?.key ?? ""} />
          ))}
        </ol>
      ) : null}
      <p role="status" className={css.hint}>
        {one.state?.result?.sentence}
      </p>
      {one.state && failed ? <Breaker agent={one.state.agent} className={css.hint} /> : null}
      {error ? <InlineProblem error={error} /> : null}
    </div>
  );
}

/** Beside the sentence: a sample, what would be done with it, and what was done when it was tried. */
export function TryPane({ writing }: Props) {
  const why = useId();
  // What else is missing is said below, where the draft is turned on.
  const first = hasNoName(writing) ? words.nameFirst : null;
  return (
    <section aria-labelledby="try">
      <h2 id="try" className={parts.group}>
        {words.tryIt}
      </h2>
      <div className={`${parts.card} ${css.pane}`}>
        <Sample writing={writing} />
        <TryButton writing={writing} className={`${css.run} ${css.wide}`} why={why} />
        {first === null ? null : (
          <p id={why} className={`${css.hint} ${css.wide}`}>
            {first}
          </p>
        )}
        <WithSample writing={writing} />
        <Did one={writing.shownTry} />
      </div>
    </section>
  );
}
