import { Power, TriangleAlert } from "lucide-react";
import type { HookDetail } from "../../backend";
import { useAgent } from "../../data/queries";
import { askAboutHook } from "../../frame/hook-dialogs";
import { Button } from "../../parts/Button";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import { useHookSwitch } from "../hooks/useHookSwitch";
import css from "./hook.module.css";

const words = strings.hook;

/** It runs, and what it does is dangerous: what, where that is written, and the two ways out. */
export function Danger({ detail }: { detail: HookDetail }) {
  const { hook, findings, switch_blocked, remove_blocked } = detail;
  const agent = useAgent(hook.agent);
  const { on, setOn } = useHookSwitch(hook);
  if (hook.danger === null || !agent) return null;
  const worst = findings.find(({ severity }) => severity === "high");
  const stoppable = on && switch_blocked === null;
  // Of what is in the config alone no file is kept.
  const removable = remove_blocked === null;
  const movable = removable && !stoppable && hook.dir !== null;
  return (
    <section className={css.dangerCard} aria-labelledby="danger">
      <TriangleAlert size="1.375rem" strokeWidth={1.8} aria-hidden />
      <div className={css.dangerBody}>
        <h2 id="danger" className={css.dangerTitle} tabIndex={-1} data-problem>
          {words.danger(agent.name, hook.state !== "not-called")} <Words text={hook.danger} />
        </h2>
        {worst ? (
          <div className={css.dangerLine}>
            <span>{words.at(worst.file, worst.line)}</span> <code>{worst.excerpt}</code>
          </div>
        ) : null}
        <div className={css.actions}>
          {stoppable ? (
            <Button look="alarm" onClick={() => void setOn(false)}>
              <Power size="1rem" strokeWidth={2} aria-hidden />
              {strings.plan.turnOff}
            </Button>
          ) : null}
          {removable ? (
            <Button
              look={stoppable ? "danger" : "alarm"}
              onClick={() => askAboutHook({ hook, what: "remove" })}
            >
              {movable ? words.moveAway : words.remove}
            </Button>
          ) : null}
          <span className={css.quiet}>
            {stoppable ? words.dangerKeeps : movable ? words.movedAway : (switch_blocked ?? remove_blocked)}
          </span>
        </div>
      </div>
    </section>
  );
}
