/** One table: what a failed command looks like. The engine's `message` and `hint` say the rest. */
import { type Code, EngineError } from "./backend";
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
 * Every code that the engine has: one without a row does not compile. A refusal that protects something, says
 * what cannot be, or answers what the person did, is a notice; where something failed, it is an error. The hint
 * here is only for errors that bring none of their own.
 */
export const TABLE: Readonly<Record<Code, Row>> = {
  "agent-not-here": notice(hints.nothingRan),
  ambiguous: notice(hints.otherName),
  "bad-data": notice(hints.nothingRan),
  "bad-name": notice(hints.otherName),
  "bad-value": notice(hints.untouched),
  cancelled: notice(),
  "cannot-tell": notice(hints.nothingRan),
  "cannot-run": notice(hints.nothingRan),
  "changed-meanwhile": notice(hints.changed),
  "does-not-parse": notice(hints.untouched),
  "in-the-way": notice(hints.inTheWay),
  "needs-acceptance": notice(hints.readFirst),
  "needs-agent": notice(hints.nothingRan),
  "needs-yes": notice(hints.readFirst),
  "no-common-event": notice(hints.nothingRan),
  "no-home": failure(hints.nothingRan),
  "no-place-for-env": notice(hints.untouched),
  "no-plugins": notice(hints.nothingRan),
  "no-switch": notice(hints.untouched),
  "not-editable": notice(hints.untouched),
  "not-fetched": failure(hints.notFetched),
  "not-found": notice(hints.gone),
  "not-installable": notice(hints.untouched),
  "not-installed": failure(hints.nothingChanged),
  "not-listening": notice(hints.nothingRan),
  "not-opened": failure(hints.notOpened),
  "not-understood": failure(hints.nothingChanged),
  "not-started": failure(hints.notStarted),
  "not-written": failure(hints.notWritten),
  "nothing-to-undo": notice(hints.untouched),
  "other-agent": notice(hints.untouched),
  output: failure(),
  "read-only": notice(hints.untouched),
  // What was refused, and what to do instead, is in its message.
  refused: notice(),
  "timed-out": failure(hints.nothingChanged),
  unexpected: failure(hints.unexpected),
  "unknown-event": notice(hints.nothingRan),
  "unreadable-config": notice(hints.unreadable),
  "unsupported-source": notice(hints.source),
  usage: notice(),
};

/** What a sentence tells: that nothing is lost, or what to do. */
const TELLS = [/\bnothing (was|ran)\b|\bstays (exactly )?as it is\b/i, /\btry again\b/i];

/** Many messages say themselves what is unharmed and what to do: a hint does not say it a second time. */
export function untold(hint: string | null, message: string): string | null {
  const told = TELLS.filter((tells) => tells.test(message));
  // A dot within a name of a file ends no sentence.
  const sentences = hint?.match(/.+?(?:\.(?=\s|$)|$)\s*/g) ?? [];
  const left = sentences.filter((sentence) => !told.some((tells) => tells.test(sentence)));
  return left.join("").trim() || null;
}

/** `otherwise` is said where neither the engine nor the table has a hint. */
export function present(error: unknown, otherwise: string | null = null): Presentation {
  if (error instanceof EngineError) {
    const row = TABLE[error.code];
    return {
      tone: row.tone,
      text: error.message,
      hint: untold(error.hint ?? row.hint ?? otherwise, error.message),
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
