import { Ban, Ear } from "lucide-react";
import { type AgentId, EngineError, type TryMoment, type TryRow } from "../../backend";
import { Empty } from "../../parts/Empty";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { NewHookButton } from "../new-hook/NewHookButton";
import { Boxed, Deeds } from "./Deeds";
import { Diff } from "./Diff";
import { ResultRow, Said } from "./ResultRow";
import type { Try } from "./tries";
import css from "./try.module.css";

const words = strings.try;

/** Beside the sample: what became of it. The place is kept before anything has run, so that nothing jumps. */
export function After({ one }: { one: Try | null }) {
  const result = one?.state?.result;
  // What a hook changed before another one stopped the event goes nowhere.
  const stopped = result?.outcome === "block";
  return (
    <section className={css.half}>
      <div className={css.halfHead}>
        <h2 className={parts.group}>{words.after}</h2>
      </div>
      <div className={`${parts.card} ${css.after}`}>
        {result && stopped ? (
          <p className={css.stopped}>
            <Ban size="1rem" strokeWidth={1.8} aria-hidden />
            <span>
              <b>{words.afterStopped}</b> {result.sentence}
            </span>
          </p>
        ) : result && result.diff.length > 0 ? (
          <Diff lines={result.diff} label={words.after} />
        ) : (
          <p className={css.quiet}>{result ? words.afterNothing(result.yours) : words.afterWaiting}</p>
        )}
      </div>
    </section>
  );
}

type Props = { agent: AgentId; moment: TryMoment; one: Try | null; onSend: (hook: string) => void };

const isClosed = (kind: TryRow["boxed"]) => kind !== null && kind !== "none" && kind !== "job";

/** Who was called, in which order, and what each of them did. */
export function Results({ agent, moment, one, onSend }: Props) {
  const state = one?.state ?? null;
  const rows = state?.rows ?? [];
  const result = state?.result ?? null;
  const error = one?.error ?? (state?.error ? new EngineError(state.error) : null);
  if (moment.hooks.length === 0 && !one) {
    return (
      <Empty
        icon={Ear}
        title={words.none}
        actions={<NewHookButton agent={agent} event={moment.key} look="main" />}
      >
        {words.noneHint}
      </Empty>
    );
  }
  return (
    <section>
      <h2 className={parts.group}>{words.did}</h2>
      {result?.boxed ? (
        <Boxed sentence={result.boxed} closed={rows.some(({ boxed }) => isClosed(boxed))} />
      ) : null}
      {rows.length > 0 ? (
        <ol className={parts.card}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a hook may be called twice; the order stays.
            <ResultRow key={`${state?.run} ${index}`} row={row} event={state?.key ?? ""} />
          ))}
        </ol>
      ) : (
        <div className={`${parts.card} ${css.quiet}`}>{one && !error ? words.running : words.notYet}</div>
      )}
      {/* Always there, or screen readers miss its first words. */}
      <div role="status" className={parts.foot}>
        {result?.sentence}
      </div>
      {error ? (
        <div className={css.under}>
          <InlineProblem error={error} />
        </div>
      ) : null}
      {state && result ? <Deeds state={state} onSend={onSend} /> : null}
      {result && result.messages.length > 0 ? (
        <>
          <h2 className={parts.group}>{words.said}</h2>
          <Said messages={result.messages} />
          {result.unread === null ? null : <p className={parts.foot}>{result.unread}</p>}
        </>
      ) : null}
    </section>
  );
}
