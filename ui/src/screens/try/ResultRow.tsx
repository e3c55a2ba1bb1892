import {
  Ban,
  Check,
  ChevronRight,
  CircleDashed,
  Clock,
  Hourglass,
  type LucideIcon,
  Minus,
  Play,
  X,
} from "lucide-react";
import { useId, useState } from "react";
import type { DeedKind, TryRow, Verdict } from "../../backend";
import { Emoji } from "../../parts/Glyph";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { Diff } from "./Diff";
import { Output } from "./Output";
import css from "./try.module.css";

const words = strings.try;

const LOOKS: Record<Verdict, [icon: LucideIcon, tone: string | undefined]> = {
  continue: [Minus, parts.off],
  modify: [Check, parts.ok],
  block: [Ban, parts.warn],
  failed: [X, parts.bad],
  "timed-out": [Clock, parts.bad],
  skipped: [CircleDashed, parts.off],
  "would-run": [Play, parts.off],
};

/**
 * As long as there is no verdict the engine tells with the word alone how far a call is, so the word decides.
 * Nothing turns: it is told again as soon as something happens.
 */
const UNDER_WAY: Record<string, [icon: LucideIcon, tone: string | undefined]> = {
  Waiting: [Hourglass, parts.off],
  Running: [Play, parts.accent],
  Done: [Check, parts.off],
};

/** The word is the engine's; icon and colour say the same again. */
export function VerdictTag({ outcome, tag }: { outcome: Verdict | null; tag: string }) {
  const [Icon, tone] = outcome ? LOOKS[outcome] : (UNDER_WAY[tag] ?? [CircleDashed, parts.off]);
  return (
    <span className={`${parts.tag} ${tone}`}>
      <Icon aria-hidden />
      {tag}
    </span>
  );
}

const REFUSED: DeedKind[] = ["refused-file", "refused-secret", "refused-program", "host"];

type Props = { row: TryRow; event: string };

function Details({ row, event }: Props) {
  const silent = row.messages.length === 0 && row.diff.length === 0 && !row.stdout && !row.stderr;
  const facts = [
    row.key === event ? null : words.calledFor(row.key),
    row.exit_code === null ? null : words.exitCode(row.exit_code),
  ].filter((fact) => fact !== null);
  return (
    <>
      {facts.length > 0 ? <p className={css.facts}>{facts.join(" · ")}</p> : null}
      {row.messages.length > 0 ? (
        <section>
          <div className={css.partHead}>
            <h3>{words.messages}</h3>
          </div>
          <Said messages={row.messages} />
        </section>
      ) : null}
      {row.diff.length > 0 ? (
        <section>
          <div className={css.partHead}>
            <h3>{words.changes}</h3>
          </div>
          <Diff lines={row.diff} label={words.changes} />
        </section>
      ) : null}
      {row.stdout ? <Output label={words.stdout} text={row.stdout} /> : null}
      {row.stderr ? <Output label={words.stderr} text={row.stderr} /> : null}
      {silent ? <p className={css.facts}>{words.nothingSaid}</p> : null}
    </>
  );
}

/** Messages as the chat would show them. */
export function Said({ messages }: { messages: string[] }) {
  return (
    <ul className={css.said}>
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages only grow at their end.
        <li key={index}>{message}</li>
      ))}
    </ul>
  );
}

/** Of one that took too long, when it was gone: that is later than when it should have answered. */
function timeOf({ outcome, duration_ms }: TryRow): string {
  if (duration_ms === null) return "";
  const time = words.duration(duration_ms);
  return outcome === "timed-out" ? words.endedAfter(time) : time;
}

/** One hook: what it did in a line, and everything else a click away. */
export function ResultRow({ row, event }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const refused = row.deeds.filter(({ kind }) => REFUSED.includes(kind)).length;
  const called = row.outcome !== null && row.outcome !== "skipped";
  return (
    <li className={css.result}>
      {/* Anywhere in the row; the button in it is what the keyboard and screen readers find. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: see above. */}
      <div
        className={css.line}
        data-open={called || undefined}
        onClick={(event) => {
          const onButton = (event.target as HTMLElement).closest("button") !== null;
          if (called && !onButton && String(getSelection()) === "") setOpen(!open);
        }}
      >
        <Emoji emoji={row.emoji} />
        <div className={css.resultText}>
          <div className={css.resultTitle}>
            <b>{row.title}</b> <VerdictTag outcome={row.cancelled ? "skipped" : row.outcome} tag={row.tag} />
            {refused > 0 ? " " : null}
            {refused > 0 ? (
              <span className={`${parts.tag} ${parts.bad}`}>
                <Ban aria-hidden />
                {words.deeds.refused(refused)}
              </span>
            ) : null}
          </div>
          {row.sentence ? <p>{row.sentence}</p> : null}
        </div>
        <span className={css.time}>{timeOf(row)}</span>
        {called ? (
          <button
            type="button"
            className={css.chevron}
            aria-expanded={open}
            aria-controls={id}
            aria-label={words.details(row.title)}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight size="1rem" strokeWidth={2} aria-hidden />
          </button>
        ) : (
          <span className={css.chevron} />
        )}
      </div>
      <div id={id} hidden={!open} className={css.details}>
        {open ? <Details row={row} event={event} /> : null}
      </div>
    </li>
  );
}
