/** One table: what a failed command looks like. The engine's `message` and `hint` say the rest. */
import { EngineError } from "./backend";
import { strings } from "./strings";

export type Tone = "warn" | "bad";

export type Presentation = { tone: Tone; text: string; hint: string | null; technical: string };

/** What was asked for is not there (any more). */
export function isGone(error: unknown): boolean {
  return error instanceof EngineError && error.code === "not-found";
}

type Row = { tone: Tone; hint: string | null };

const { hints } = strings.errors;
const notice = (hint: string | null = null): Row => ({ tone: "warn", hint });
const failure = (hint: string | null = null): Row => ({ tone: "bad", hint });

/**
 * Every code that the engine can send; `errors.test.ts` reads them from its sources. A refusal that protects
 * something, says what cannot be, or answers what the person did, is a notice; where something failed, it is an
 * error. The hint here is only for errors that bring none of their own.
 */
const TABLE = {
  "agent-not-here": notice(hints.nothingRan),
  "bad-data": notice(hints.nothingRan),
  "bad-name": notice(hints.otherName),
  cancelled: notice(),
  "cannot-tell": notice(hints.nothingRan),
  "cannot-run": notice(hints.nothingRan),
  "changed-meanwhile": notice(hints.changed),
  "does-not-parse": notice(hints.untouched),
  "in-the-way": notice(hints.inTheWay),
  "needs-acceptance": notice(hints.readFirst),
  "no-common-event": notice(hints.nothingRan),
  "no-place-for-env": notice(hints.untouched),
  "no-switch": notice(hints.untouched),
  "not-editable": notice(hints.untouched),
  "not-fetched": failure(hints.notFetched),
  "not-found": notice(hints.gone),
  "not-listening": notice(hints.nothingRan),
  "not-opened": failure(hints.notOpened),
  "not-understood": failure(hints.nothingChanged),
  "not-started": failure(hints.notStarted),
  "not-written": failure(hints.notWritten),
  "nothing-to-undo": notice(hints.untouched),
  "read-only": notice(hints.untouched),
  // What was refused, and what to do instead, is in its message.
  refused: notice(),
  "timed-out": failure(hints.nothingChanged),
  unexpected: failure(hints.unexpected),
  "unknown-event": notice(hints.nothingRan),
  "unreadable-config": notice(hints.unreadable),
  "unsupported-source": notice(hints.source),
} satisfies Record<string, Row>;

/** For the test that holds this table against the engine. */
export const KNOWN_CODES: readonly string[] = Object.keys(TABLE);

/** What an older page would see of a newer engine. */
const ANY: Row = failure();

export function present(error: unknown): Presentation {
  if (error instanceof EngineError) {
    const row: Row = (TABLE as Record<string, Row>)[error.code] ?? ANY;
    return {
      tone: row.tone,
      text: error.message,
      hint: error.hint ?? row.hint,
      technical: `${error.code}: ${error.message}`,
    };
  }
  return {
    tone: "bad",
    text: strings.errors.unexpected,
    hint: strings.errors.unexpectedHint,
    technical: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
}
