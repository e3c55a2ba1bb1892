import { strings } from "../strings";
import css from "./keys.module.css";
import parts from "./parts.module.css";

const words = strings.keys;
/** ⌘ where the system has it. */
const shown = (key: string) => (navigator.platform.startsWith("Mac") ? key.replace(/^Ctrl /, "⌘ ") : key);

/** Every key of the window, by where it works. */
export function KeyRows() {
  return (
    <div className={css.groups}>
      {words.groups.map((group) => (
        <section key={group.title}>
          <h3 className={parts.group}>{group.title}</h3>
          <dl className={`${parts.card} ${css.rows}`}>
            {group.rows.map(([what, keys]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>
                  {keys.map((key, index) => (
                    <span key={key}>
                      {index > 0 ? ` ${words.or} ` : null}
                      <kbd>{shown(key)}</kbd>
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
