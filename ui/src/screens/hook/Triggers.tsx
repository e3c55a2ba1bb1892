import type { Hook, Trigger } from "../../backend";
import { useAgo } from "../../data/ago";
import { useOverview } from "../../data/queries";
import { formatDateTime } from "../../format";
import { Heard } from "../../parts/Heard";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { neverSends } from "../hooks/RuntimeLine";
import css from "./hook.module.css";
import { LastTryRow } from "./LastTry";

const words = strings.hook;

/** Whether the agent really called it, as far as Roll call tells. */
function Called({ hook: { agent, called_for_real } }: { hook: Hook }) {
  const { agents } = useOverview();
  const ago = useAgo();
  if (called_for_real === null) return null;
  const { last, since } = called_for_real;
  const name = agents.find((view) => view.agent === agent)?.name ?? agent;
  return (
    <div>
      <dt>{strings.heard.called}</dt>
      <dd>{last === null ? strings.heard.notSince(formatDateTime(since), name) : ago(last)}</dd>
    </div>
  );
}

/** What a hook can do about an event; nothing where it only looks. */
export function canDo({ modifying, can_stop }: Trigger): string {
  if (modifying) return ` · ${can_stop ? words.modifying : words.changing}`;
  return can_stop ? ` · ${words.stopping}` : "";
}

/** The agent's own name of the event, in small type; nothing where the sentence is only that name. */
export function Key({ trigger: { key, sentence } }: { trigger: Trigger }) {
  if (sentence.includes(key)) return null;
  return (
    <>
      {" "}
      · <code>{key}</code>
    </>
  );
}

/** Each event as a sentence, with its key in small type. What is never sent says so in its own row. */
export function Triggers({ hook, triggers }: { hook: Hook; triggers: Trigger[] }) {
  const { agents } = useOverview();
  if (triggers.length === 0) return null;
  const never = neverSends(agents, hook.agent, strings.runtime.this);
  return (
    <section aria-labelledby="runs">
      <h2 id="runs" className={parts.group}>
        {words.runs}
      </h2>
      <dl className={`${parts.card} ${css.facts}`}>
        {triggers.map((trigger) => (
          <div key={trigger.key} className={trigger.sent ? undefined : css.unsent}>
            <dt>{trigger.label}</dt>
            <dd>
              {trigger.sentence}
              <span className={css.quiet}>
                {canDo(trigger)}
                <Key trigger={trigger} />
              </span>
              {trigger.sent ? null : <p className={css.never}>{never}</p>}
              <Heard agent={hook.agent} moment={trigger} />
            </dd>
          </div>
        ))}
        <Called hook={hook} />
        <LastTryRow hook={hook} />
      </dl>
    </section>
  );
}
