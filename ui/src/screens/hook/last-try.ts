/** What the activity list holds of a hook's last try. */
import type { Entry, Hook } from "../../backend";

export type LastTry = {
  at: string;
  /** What it came to, in the engine's words: "let it pass"; none where the list says nothing of this hook. */
  outcome: string | null;
  /** What it was tried on: "Before a tool is used" */
  moment: string;
  failed: boolean;
};

/** "Tried Guard: Before a tool is used" → "Before a tool is used" */
const afterColon = (text: string, start: string) => text.slice(start.length).trim();

/**
 * Entries name hooks by their titles only, since they are sentences: "Tried Guard: Before a tool is used" for
 * one, "Tried 3 hooks: …" for several, and a line "Guard: failed" for each that was called. Two hooks of one
 * agent that have the same title cannot be told apart here.
 */
export function lastTry(entries: Entry[], hook: Hook): LastTry | null {
  const own = `${hook.title}: `;
  const alone = `Tried ${own}`;
  for (const { kind, agent, summary, details, at, failed } of entries) {
    if (kind !== "tried" || agent !== hook.agent) continue;
    const line = details?.find((text) => text.startsWith(own));
    if (summary.startsWith(alone))
      return { at, moment: afterColon(summary, alone), outcome: line ? afterColon(line, own) : null, failed };
    const several = /^Tried [^:]+: /.exec(summary)?.[0];
    if (line && several)
      return { at, moment: afterColon(summary, several), outcome: afterColon(line, own), failed: false };
  }
  return null;
}
