import type { AgentView } from "../../backend";
import { Disclosure } from "../../parts/Disclosure";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./hooks.module.css";

/** What a person meets while nothing is wrong with the hook itself: said without being asked. */
const SHOWN = "breaker";

/** It brings back an older config. */
export const PUTS_BACK = "openclaw-puts-back";
/** Its config is not changed here. */
export const KEPT = "openclaw-config-kept";
/** With the first two no hook does what the list says, with the last no switch does: they are banners above it. */
const GRAVE = [PUTS_BACK, "openclaw-not-started", KEPT];

/** Without these nobody understands why a whole list of hooks does nothing. */
const FIRST = ["openclaw-settles", "milady-events", "zeroclaw-no-hooks", "zeroclaw-reload"];

/** What keeps the hooks of an agent from doing what is said of each, or a person from changing that. */
export const grave = (view: AgentView) => view.notes.filter(({ id }) => view.hooks > 0 && GRAVE.includes(id));

const first = (view: AgentView) => view.notes.find(({ id }) => FIRST.includes(id));

/** The one thing to know before its hooks are looked at. */
export function FirstNote({ view }: { view: AgentView }) {
  const note = first(view);
  if (!note) return null;
  return (
    <p className={css.firstNote}>
      <Words text={note.sentence} /> <small>{strings.hooks.seen(note.seen)}</small>
    </p>
  );
}

/** What holds for every hook of an agent: worth knowing once, so most of it waits under the list. */
export function AgentNotes({ view }: { view: AgentView }) {
  const above = [first(view), ...grave(view)];
  const rest = view.notes.filter((note) => !above.includes(note));
  const shown = rest.filter(({ id }) => id === SHOWN);
  const folded = rest.filter(({ id }) => id !== SHOWN);
  if (rest.length === 0) return null;
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
