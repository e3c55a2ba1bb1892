import { Info, TriangleAlert } from "lucide-react";
import type { Hook, Note } from "../../backend";
import { useActions } from "../../data/actions";
import { useAgent } from "../../data/queries";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./hook.module.css";

/** The note on what keeps a broken hook from running, where it can be fixed with a click. */
export function breakingNote(hook: Hook): Note | undefined {
  if (hook.state !== "broken") return undefined;
  return hook.notes.find((note) => note.fixable && note.sentence === hook.reason);
}

/** What the version in force does with this very hook, how that is known, and the fix where there is one. */
export function Really({ hook }: { hook: Hook }) {
  const { fixNote } = useActions();
  const agent = useAgent(hook.agent);
  // What breaks it, or what is dangerous, is told at the top.
  const notes = hook.notes.filter((note) => note !== breakingNote(hook));
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
