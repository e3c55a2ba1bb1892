import { Info } from "lucide-react";
import type { Hook, Note } from "../../backend";
import { useActions } from "../../data/actions";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./hook.module.css";

/** The first sentence says what; it is set bolder than the why after it. */
function split(sentence: string): [string, string] {
  const end = sentence.search(/[.!?]\s/);
  return end < 0 ? [sentence, ""] : [sentence.slice(0, end + 1), sentence.slice(end + 1)];
}

/** The note on what keeps a broken hook from running, where it can be fixed with a click. */
export function breakingNote(hook: Hook): Note | undefined {
  if (hook.state !== "broken") return undefined;
  return hook.notes.find((note) => note.fixable && note.sentence === hook.reason);
}

/** What the agents that ship today do otherwise, with the fix where there is one. */
export function Notes({ hook }: { hook: Hook }) {
  const { fixNote } = useActions();
  // What breaks it is told at the top, with the same fix.
  const notes = hook.notes.filter((note) => note !== breakingNote(hook));
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes" className={parts.group}>
        {strings.hook.notes}
      </h2>
      <div className={css.notes}>
        {notes.map((note) => {
          const [what, why] = split(note.sentence);
          return (
            <Banner
              key={note.id}
              tone={note.fixable ? "warn" : "off"}
              icon={<Info size="1rem" strokeWidth={1.8} aria-hidden />}
              end={
                note.fixable ? (
                  <Button onClick={() => fixNote(hook, note.id)}>{strings.hook.fix}</Button>
                ) : null
              }
            >
              {why === "" && !note.fixable ? (
                <Words text={what} />
              ) : (
                <b>
                  <Words text={what} />
                </b>
              )}
              <Words text={why} />
            </Banner>
          );
        })}
      </div>
    </section>
  );
}
