import type { HookDetail } from "../../backend";
import { useAgent, useOverview } from "../../data/queries";
import { Button } from "../../parts/Button";
import { Emoji } from "../../parts/Glyph";
import { Switch } from "../../parts/Switch";
import { AgentTag, ChangedTag, DangerTag, RowTag, SourceTag, WaitsTag } from "../../parts/Tag";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { isWaiting, waitsFor } from "../hooks/arrange";
import { CalledFor } from "../hooks/CalledFor";
import { RestartNote } from "../hooks/RestartNote";
import { useHookSwitch } from "../hooks/useHookSwitch";
import { changeOf, isChecking, triedAt } from "./can";
import css from "./hook.module.css";
import { MoreMenu } from "./MoreMenu";

const words = strings.hook;

/** A switch that cannot be used says why instead of being disabled in silence. */
function OnOff({ detail }: { detail: HookDetail }) {
  const { hook, switch_blocked } = detail;
  const { on, setOn, idle } = useHookSwitch(hook);
  // What is dangerous is turned off in the red card below.
  if (hook.danger !== null || !(hook.switchable || hook.source === "builtin")) return null;
  if (hook.row === "draft") {
    return (
      <Button look="main" onClick={() => go(paths.edit(hook.id))}>
        {words.finishDraft}
      </Button>
    );
  }
  if (switch_blocked !== null) return <span className={css.blocked}>{switch_blocked}</span>;
  return (
    <span className={css.switchLabel}>
      <span aria-hidden>{on ? words.on : words.off}</span>
      <Switch label={strings.hooks.turn(hook.title)} on={on} onChange={setOn} idle={idle} />
    </span>
  );
}

/** Begins with this very hook and the first moment it listens to. */
function TryIt({ hook }: HookDetail) {
  const key = triedAt(hook);
  if (key === null) return null;
  return (
    <Button onClick={() => go(paths.try({ agent: hook.agent, key, hook: hook.id }))}>{words.tryIt}</Button>
  );
}

export function Header({ detail }: { detail: HookDetail }) {
  const { hook, receipt } = detail;
  const agent = useAgent(hook.agent);
  const { machine } = useOverview();
  const checking = isChecking(hook, machine.checking);
  // A draft says that it is one, whatever it waits for.
  const waits = agent !== null && hook.row !== "draft" && isWaiting(hook, new Set(waitsFor(agent)));
  return (
    <header>
      <div className={css.hero}>
        <Emoji emoji={hook.emoji} className={css.emoji} />
        <div className={css.heroText}>
          <h1 tabIndex={-1}>{hook.title}</h1>
          <div className={css.tags}>
            {hook.danger !== null ? (
              <DangerTag on={hook.enabled} />
            ) : waits ? (
              <WaitsTag />
            ) : (
              <RowTag row={hook.row} checking={checking} />
            )}
            <SourceTag hook={hook} />
            {receipt && receipt.changed.length > 0 ? <ChangedTag serious={changeOf(hook) !== null} /> : null}
            {agent ? <AgentTag agent={hook.agent} name={agent.name} /> : null}
            {hook.title === hook.name ? null : <code className={css.quiet}>{hook.name}</code>}
          </div>
        </div>
        <div className={css.heroEnd}>
          <OnOff detail={detail} />
          <TryIt {...detail} />
          <MoreMenu detail={detail} />
        </div>
      </div>
      <RestartNote hook={hook} className={css.restart} />
      {hook.state === "ready" ? <CalledFor hook={hook} className={css.restart} /> : null}
      {hook.description ? <p className={css.description}>{hook.description}</p> : null}
      {hook.project ? <p className={css.restart}>{hook.project.sentence}</p> : null}
    </header>
  );
}
