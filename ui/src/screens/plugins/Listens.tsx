import { Check, CircleDashed, TriangleAlert } from "lucide-react";
import type { PluginView } from "../../backend";
import { Heard } from "../../parts/Heard";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import css from "./plugins.module.css";
import { words } from "./words";

/** A note about a name that the version in force does not have. */
export const isIgnored = ({ id }: PluginView["notes"][number]) => id === "ignored-name";

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Each hook with its key, and under them how that is known. */
export function Listens({ plugin }: { plugin: PluginView }) {
  const { grade, keys, at } = plugin.listens;
  const ignored = plugin.notes.filter(isIgnored);
  const seen = grade === "seen";
  const Mark = seen ? Check : CircleDashed;
  const foot = seen ? words.grade.seen(at ?? "") : words.grade[grade];
  return (
    <>
      {keys.length === 0 ? (
        <p className={`${parts.card} ${css.none}`}>{seen ? words.nothing : words.unknown}</p>
      ) : (
        <ul className={`${parts.card} ${css.keys}`}>
          {keys.map(({ key, when, priority, not_allowed }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plugin may register one hook twice; the order is its own.
            <li key={`${key}:${index}`} data-seen={seen || undefined}>
              <Mark size="1rem" strokeWidth={2} aria-hidden />
              <div>
                {capital(when ?? key)}
                <small>
                  <code>{key}</code>
                  {priority !== null && priority !== 0 ? ` · ${words.priority(priority)}` : ""}
                </small>
                <Heard agent={plugin.agent} moment={{ key }} />
              </div>
              <span className={not_allowed ? css.held : css.quiet}>
                {not_allowed ? words.notAllowed : seen ? words.registered : words.namedOnly}
              </span>
            </li>
          ))}
        </ul>
      )}
      {ignored.map(({ sentence }) => (
        <p key={sentence} className={css.ignored}>
          <TriangleAlert size="1rem" strokeWidth={1.8} aria-hidden />
          <Words text={sentence} />
        </p>
      ))}
      <p className={parts.foot}>{foot}</p>
    </>
  );
}
