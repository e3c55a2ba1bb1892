import { Info, TriangleAlert } from "lucide-react";
import type { Hook, Note } from "../../backend";
import { useActions } from "../../data/actions";
import { useAgent } from "../../data/queries";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./hook.module.css";

/** The note of which the top of the page says the very sentence; for a broken hook, if it can be fixed with a click. */
export function noteAbove(hook: Hook): Note | undefined {
  const { state, notes } = hook;
  const plain = (text: string | null) => text?.replace(/\.$/, "");
  const says = (text: string | null) => notes.find((note) => plain(note.sentence) === plain(text));
  switch (state) {
    case "broken":
      return notes.find((note) => note.fixable && note.sentence === hook.reason);
    case "not-called":
      return says(hook.reason);
    case "replaced":
    case "cannot-run-here":
      return undefined;
    default:
      return says(hook.warning);
  }
}

/** What the version in force does with this very hook, how that is known, and the fix where there is one. */
export function Really({ hook }: { hook: Hook }) {
  const { fixNote } = useActions();
  const agent = useAgent(hook.agent);
  const above = noteAbove(hook);
  const notes = hook.notes.filter((note) => note !== above);
  if (notes.length === 0 || !agent) return null;
  return (
    <section aria-labelledby="really">
      <div className={css.groupLine}>
        <h2 id="really" className={parts.group}>
          {strings.runtime.really(agent.name)}
        </h2>
        <span>{agent.runtime.named}</span>
      </div>
      <ul className={parts.card}>
        {notes.map((note) => (
          <li key={note.id} className={css.reallyRow}>
            {note.fixable ? (
              <TriangleAlert className={css.careful} size="1rem" strokeWidth={1.8} aria-hidden />
            ) : (
              <Info size="1rem" strokeWidth={1.8} aria-hidden />
            )}
            <div className={css.reallyText}>
              <p>
                <Words text={note.sentence} />
              </p>
              <small className={css.reallySeen}>{strings.hooks.seen(note.seen)}</small>
            </div>
            {note.fixable ? (
              <Button onClick={() => void fixNote(hook, note.id)}>{strings.hook.fix}</Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
