import type { AgentView } from "../../backend";
import { Disclosure } from "../../parts/Disclosure";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./hooks.module.css";

/** What holds for every hook of an agent: worth knowing once, so it waits under the list. */
export function AgentNotes({ view }: { view: AgentView }) {
  if (view.notes.length === 0) return null;
  return (
    <div className={css.agentNotes}>
      <Disclosure open={strings.hooks.differently(view.name, view.notes.length)}>
        <ul>
          {view.notes.map((note) => (
            <li key={note.id}>
              <Words text={note.sentence} /> <small>{strings.hooks.seen(note.seen)}</small>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
