import type { AgentView } from "../../backend";
import { Disclosure } from "../../parts/Disclosure";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./hooks.module.css";

/** What a person meets while nothing is wrong with the hook itself: said without being asked. */
const SHOWN = "breaker";

/** What holds for every hook of an agent: worth knowing once, so most of it waits under the list. */
export function AgentNotes({ view }: { view: AgentView }) {
  const shown = view.notes.filter(({ id }) => id === SHOWN);
  const folded = view.notes.filter(({ id }) => id !== SHOWN);
  if (view.notes.length === 0) return null;
  return (
    <div className={css.agentNotes}>
      {shown.map(({ id, sentence, seen }) => (
        <p key={id}>
          <Words text={sentence} />
          {seen === "" ? null : <small> {strings.hooks.seen(seen)}</small>}
        </p>
      ))}
      {folded.length === 0 ? null : (
        <Disclosure open={strings.hooks.differently(view.name, folded.length)}>
          <ul>
            {folded.map((note) => (
              <li key={note.id}>
                <Words text={note.sentence} /> <small>{strings.hooks.seen(note.seen)}</small>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}
