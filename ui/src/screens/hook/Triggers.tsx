import type { Trigger } from "../../backend";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./hook.module.css";

/** Each event as a sentence, with its key in small type. */
export function Triggers({ triggers }: { triggers: Trigger[] }) {
  if (triggers.length === 0) return null;
  return (
    <section aria-labelledby="runs">
      <h2 id="runs" className={parts.group}>
        {strings.hook.runs}
      </h2>
      <dl className={`${parts.card} ${css.facts}`}>
        {triggers.map((trigger) => (
          <div key={trigger.key}>
            <dt>{trigger.label}</dt>
            <dd>
              {trigger.sentence}
              <span className={css.quiet}>
                {trigger.modifying ? ` · ${strings.hook.modifying}` : ""} · <code>{trigger.key}</code>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
