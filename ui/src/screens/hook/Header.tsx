import { Ellipsis } from "lucide-react";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { HookDetail, State } from "../../backend";
import { useActions } from "../../data/actions";
import { useAgent, useOverview } from "../../data/queries";
import { Button, TriggerButton } from "../../parts/Button";
import { Emoji } from "../../parts/Glyph";
import parts from "../../parts/parts.module.css";
import { Switch } from "../../parts/Switch";
import { AgentTag, SourceTag, StateTag } from "../../parts/Tag";
import { go, goBack, paths } from "../../routes";
import { strings } from "../../strings";
import { RestartNote } from "../hooks/RestartNote";
import { useHookSwitch } from "../hooks/useHookSwitch";
import css from "./hook.module.css";

const words = strings.hook;

function MoreMenu({ detail }: { detail: HookDetail }) {
  const { hook, remove_blocked } = detail;
  const { openFolder, remove } = useActions();
  const choose = async (action: string) => {
    if (action === "folder") await openFolder(hook.id);
    else await remove(hook, () => goBack(paths.agent(hook.agent)));
  };
  return (
    <MenuTrigger>
      <TriggerButton iconOnly aria-label={words.more}>
        <Ellipsis size="1rem" strokeWidth={2} aria-hidden />
      </TriggerButton>
      <Popover placement="bottom end" offset={4}>
        <Menu
          className={parts.menu}
          aria-label={words.more}
          disabledKeys={remove_blocked === null ? [] : ["remove"]}
          onAction={(key) => void choose(String(key))}
        >
          {hook.dir === null && hook.manifest === null ? null : (
            <MenuItem id="folder" className={parts.menuItem}>
              {words.openFolder}
            </MenuItem>
          )}
          <MenuItem id="remove" textValue={words.remove} className={`${parts.menuItem} ${parts.menuDanger}`}>
            <div>
              {words.remove}
              {remove_blocked === null ? null : <small>{remove_blocked}</small>}
            </div>
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Turning these on or off would change nothing that can be seen. */
const NO_SWITCH: State[] = ["broken", "replaced", "cannot-run-here"];

/** A switch that cannot be used says why instead of standing there dead. */
function OnOff({ detail }: { detail: HookDetail }) {
  const { hook, switch_blocked } = detail;
  const { on, setOn } = useHookSwitch(hook);
  if (NO_SWITCH.includes(hook.state)) return null;
  if (switch_blocked !== null) return <span className={css.blocked}>{switch_blocked}</span>;
  return (
    <span className={css.switchLabel}>
      <span aria-hidden>{on ? words.on : words.off}</span>
      <Switch
        label={strings.hooks.turn(hook.title)}
        on={on}
        onChange={setOn}
        idle={hook.state === "off" && hook.enabled}
      />
    </span>
  );
}

/** These cannot be run, even by themselves; their state says why. */
const NOT_TRIED: State[] = ["broken", "cannot-run-here"];

/** Begins with this very hook and the first moment it listens to. */
function TryIt({ hook }: HookDetail) {
  const [key] = hook.events;
  if (NOT_TRIED.includes(hook.state) || key === undefined) return null;
  return (
    <Button onClick={() => go(paths.try({ agent: hook.agent, key, hook: hook.id }))}>{words.tryIt}</Button>
  );
}

export function Header({ detail }: { detail: HookDetail }) {
  const { hook } = detail;
  const agent = useAgent(hook.agent);
  const { machine } = useOverview();
  const checking =
    machine.checking &&
    hook.state === "needs-setup" &&
    hook.missing.some(({ kind }) => kind === "bin" || kind === "any-bins");
  return (
    <header>
      <div className={css.hero}>
        <Emoji emoji={hook.emoji} className={css.emoji} />
        <div className={css.heroText}>
          <h1 tabIndex={-1}>{hook.title}</h1>
          <div className={css.tags}>
            <StateTag state={hook.state} checking={checking} />
            <SourceTag source={hook.source} />
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
      {hook.description ? <p className={css.description}>{hook.description}</p> : null}
    </header>
  );
}
