import type { AgentView, Hook, Trigger } from "../../backend";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./hook.module.css";
import { LastTryRow } from "./LastTry";

/** The one event that today's Milady sends, and the kind it belongs to. */
const CALLED = ["gateway:startup", "gateway"];

type Props = { hook: Hook; triggers: Trigger[]; agent: AgentView | null };

/** Each event as a sentence, with its key in small type. */
export function Triggers({ hook, triggers, agent }: Props) {
  if (triggers.length === 0) return null;
  // What the agent's note says of all hooks, said where it decides about this one.
  const mightRun = hook.state === "ready" || hook.state === "needs-setup";
  const called = triggers.some(({ key }) => CALLED.includes(key));
  const sendsOneOnly = agent?.notes.some((note) => note.id === "milady-events");
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
        <LastTryRow hook={hook} />
      </dl>
      {agent && mightRun && sendsOneOnly && !called ? (
        <p className={parts.foot}>{strings.hook.notCalled(agent.name)}</p>
      ) : null}
    </section>
  );
}
