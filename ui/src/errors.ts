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

/**
 * By the engine's codes. A refusal that protects a file, or says what cannot be, is a notice; where something
 * failed, it is an error, and so is every code that is not listed.
 */
const TABLE: Record<string, Row> = {
  "changed-meanwhile": { tone: "warn", hint: strings.errors.hints.changed },
  "unreadable-config": { tone: "warn", hint: strings.errors.hints.unreadable },
  "in-the-way": { tone: "warn", hint: null },
  "does-not-parse": { tone: "warn", hint: strings.errors.hints.untouched },
  "read-only": { tone: "warn", hint: null },
  "not-editable": { tone: "warn", hint: strings.errors.hints.untouched },
  "no-switch": { tone: "warn", hint: null },
  "no-place-for-env": { tone: "warn", hint: null },
  "bad-name": { tone: "warn", hint: null },
  "nothing-to-undo": { tone: "warn", hint: null },
  "not-found": { tone: "warn", hint: strings.errors.hints.gone },
  refused: { tone: "warn", hint: null },
  "not-written": { tone: "bad", hint: strings.errors.hints.notWritten },
  "not-opened": { tone: "bad", hint: null },
};
const ANY: Row = { tone: "bad", hint: null };

export function present(error: unknown): Presentation {
  if (error instanceof EngineError) {
    const row = TABLE[error.code] ?? ANY;
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
