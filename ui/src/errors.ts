/** One table: what a failed command looks like. The engine's `message` and `hint` say the rest. */
import { EngineError } from "./backend";
import { strings } from "./strings";

export type Tone = "warn" | "bad";

export type Presentation = { tone: Tone; text: string; hint: string | null; technical: string };

/** What was asked for is not there (any more). */
export function isGone(error: unknown): boolean {
  return error instanceof EngineError && error.code === "not-found";
}

/** Refusals that protect a file are no failures: they look like a notice. Everything else is an error. */
const TONES: Record<string, Tone> = {
  conflict: "warn",
  "changed-meanwhile": "warn",
  "config-changed": "warn",
  "config-invalid": "warn",
  "config-unreadable": "warn",
  "already-installed": "warn",
  locked: "warn",
  busy: "warn",
};

export function present(error: unknown): Presentation {
  if (error instanceof EngineError) {
    return {
      tone: TONES[error.code] ?? "bad",
      text: error.message,
      hint: error.hint,
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
