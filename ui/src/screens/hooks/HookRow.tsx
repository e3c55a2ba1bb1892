import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Ellipsis, Moon, TriangleAlert } from "lucide-react";
import { memo } from "react";
import type { Hook, State } from "../../backend";
import { useActions } from "../../data/actions";
import { hookQuery, useAgent } from "../../data/queries";
import { askAboutHook } from "../../frame/hook-dialogs";
import { Button } from "../../parts/Button";
import { Emoji } from "../../parts/Glyph";
import parts from "../../parts/parts.module.css";
import { Switch } from "../../parts/Switch";
import { AgentTag, ChangedTag, DangerTag, RowTag, SourceTag, WaitsTag } from "../../parts/Tag";
import { Words } from "../../parts/Words";
import { go, type Part, paths } from "../../routes";
import { strings } from "../../strings";
import { changeOf } from "../hook/can";
import { CalledFor } from "./CalledFor";
import css from "./hooks.module.css";
import { WaitsNote } from "./RestartNote";
import { openMenuOf } from "./row-menu";
import { type Picking, pickBy } from "./selection";
import { useHookSwitch } from "./useHookSwitch";

/** "Session memory" needs no "session-memory" beside it; "Boot notes" needs its "boot-md". */
function saysTheSame({ title, name }: Hook): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters(title) === letters(name);
}

/** What follows on the same line goes on after a dot of its own. */
const withoutStop = (text: string) => text.replace(/\.\s*$/, "");

const QUIET: State[] = ["off", "cannot-run-here", "replaced"];

export type RowProps = {
  hook: Hook;
  /** Set where hooks of several agents are together. */
  agentName: string | null;
  checking: boolean;
  first: boolean;
  last: boolean;
  nested: boolean;
  replaces: number;
  unfolded: boolean;
  /** Its controls can be reached with Tab: true for one row of the list. */
  active: boolean;
  /** The one prominent button of the view. */
  prominent: boolean;
  /** The agent's settings cannot be used; what is to be done about that is said once, above the list. */
  waiting: boolean;
  /** Dangerous, or changed behind somebody's back, and it runs. */
  alarming: boolean;
  /** Picked together with others. */
  selected: boolean;
  onOpen: (hook: Hook, part: Part | null) => void;
  onPick: (hook: Hook, how: Picking) => void;
  onUnfold: (id: string) => void;
};

type ControlProps = Pick<RowProps, "hook" | "active" | "prominent" | "waiting" | "alarming" | "onOpen">;

/** Its files are not those that were installed: to be looked at, or put back where those were kept. */
function ChangedControl({ hook, active, onOpen }: ControlProps) {
  const tabIndex = active ? 0 : -1;
  const { putBack } = useActions();
  const { data } = useQuery(hookQuery(hook.id));
  return (
    <>
      <Button look="main" tabIndex={tabIndex} onClick={() => onOpen(hook, "changed")}>
        {strings.hooks.look}
      </Button>
      {data?.receipt?.can_put_back ? (
        <Button tabIndex={tabIndex} onClick={() => void putBack(hook)}>
          {strings.receipt.putBack}
        </Button>
      ) : null}
    </>
  );
}

/** Dangerous, and it runs: the two ways out, in the row. Without a switch only one of them is there, and what a plugin
 * brings goes with that. */
function Danger({ hook, active }: ControlProps) {
  const tabIndex = active ? 0 : -1;
  const { setOn } = useHookSwitch(hook);
  if (hook.source === "plugin") return null;
  return (
    <>
      <Button look="danger" tabIndex={tabIndex} onClick={() => askAboutHook({ hook, what: "remove" })}>
        {strings.hook.remove}
      </Button>
      {hook.enabled && hook.switchable ? (
        <Button look="danger" tabIndex={tabIndex} onClick={() => void setOn(false)}>
          {strings.plan.turnOff}
        </Button>
      ) : null}
    </>
  );
}

function Control(props: ControlProps) {
  const { hook, active, prominent, waiting, onOpen } = props;
  const tabIndex = active ? 0 : -1;
  const { on, setOn, idle } = useHookSwitch(hook);
  if (props.alarming) return hook.danger === null ? <ChangedControl {...props} /> : <Danger {...props} />;
  // As on its page: a draft is tried before it is turned on, where both is beside it.
  if (hook.row === "draft") {
    return (
      <Button tabIndex={tabIndex} onClick={() => go(paths.edit(hook.id))}>
        {strings.hook.finishDraft}
      </Button>
    );
  }
  if (hook.state === "broken") {
    return (
      <Button tabIndex={tabIndex} onClick={() => onOpen(hook, "problem")}>
        {strings.hooks.showProblem}
      </Button>
    );
  }
  if (hook.state === "needs-setup") {
    if (waiting) return null;
    const first = hook.missing.find((missing) => missing.kind !== "os");
    return (
      <Button look={prominent ? "main" : "normal"} tabIndex={tabIndex} onClick={() => onOpen(hook, "setup")}>
        {first?.kind === "env" ? strings.hooks.addKey : strings.hooks.setUp}
      </Button>
    );
  }
  if (!hook.switchable) return null;
  return (
    <Switch label={strings.hooks.turn(hook.title)} on={on} onChange={setOn} tabIndex={tabIndex} idle={idle} />
  );
}

/** How it looks: amber where somebody can do something about it, red where it is broken, else grey. */
const TONE: Partial<Record<State, string>> = {
  broken: "bad",
  "needs-setup": "warn",
  "not-called": "warn",
};

/** The one short reason, in the colour of the state; nothing where the hook is ready or simply off. */
type SaidProps = Pick<RowProps, "hook" | "checking" | "waiting" | "alarming">;

function Reason({ hook, waiting, alarming }: SaidProps) {
  if (hook.danger !== null) return <Dangerous hook={hook} danger={hook.danger} />;
  if (alarming) {
    const serious = changeOf(hook);
    return <Alarming text={serious ?? strings.hooks.changedLine} tone={serious === null ? "warn" : "bad"} />;
  }
  const warning = hook.warning === null ? null : <Alarming text={hook.warning} tone="warn" />;
  if (hook.state === "ready") {
    return (
      <>
        {warning}
        <CalledFor hook={hook} />
      </>
    );
  }
  // Told once, above the list: what they wait for, and that all hooks of their agent are off.
  if (!hook.reason || waiting || hook.state === "off") return null;
  return (
    <>
      {warning}
      <div className={css.why} data-tone={TONE[hook.state] ?? "off"}>
        {hook.state === "not-called" ? <Moon aria-hidden /> : null}
        <Words text={hook.reason} />
      </div>
    </>
  );
}

function Alarming({ text, tone }: { text: string; tone: "warn" | "bad" }) {
  return (
    <div className={css.why} data-tone={tone}>
      <TriangleAlert aria-hidden />
      <Words text={text} />
    </div>
  );
}

/** Asked for here, as most rows need no name of an agent. */
function Dangerous({ hook, danger }: { hook: Hook; danger: string }) {
  const name = useAgent(hook.agent)?.name ?? hook.agent;
  return <Alarming text={`${strings.hook.danger(name, hook.state !== "not-called")} ${danger}`} tone="bad" />;
}

/** What is alarming takes the place of the state: two words that say opposite things would help nobody. */
function Tags({ hook, checking, waiting, alarming }: SaidProps) {
  if (hook.danger !== null) return <DangerTag on={false} />;
  if (alarming) return <ChangedTag serious={changeOf(hook) !== null} />;
  return waiting && hook.row !== "draft" ? <WaitsTag /> : <RowTag row={hook.row} checking={checking} />;
}

export const HookRow = memo(function HookRow(props: RowProps) {
  const { hook, agentName, checking, waiting, alarming, replaces, unfolded, active, onOpen, onUnfold } =
    props;
  const quiet = !alarming && QUIET.includes(hook.state);
  const edges = `${props.first ? css.first : ""} ${props.last ? css.last : ""} ${props.nested ? css.nested : ""}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of all its rows.
    // biome-ignore lint/a11y/useFocusableInteractive: the list hands the focus from row to row.
    <div
      role="gridcell"
      className={`${css.row} ${edges} ${quiet ? css.quiet : ""} ${props.selected ? css.picked : ""}`}
      onClick={(event) => {
        if ((event.target as Element).closest("button")) return;
        const how = pickBy(event);
        if (how === null) onOpen(hook, null);
        else props.onPick(hook, how);
      }}
    >
      <div className={css.what}>
        <Emoji emoji={hook.emoji} className={css.emoji} />
        <div>
          <div className={css.name}>
            <span className={css.title}>{hook.title}</span>
            <Tags hook={hook} checking={checking} waiting={waiting} alarming={alarming} />
            <SourceTag hook={hook} />
            {agentName === null ? null : <AgentTag agent={hook.agent} name={agentName} />}
            {saysTheSame(hook) ? null : <span className={css.technical}>{hook.name}</span>}
          </div>
          {alarming ? null : (
            <div className={css.purpose}>
              {hook.description ? (
                <span className={css.description}>{withoutStop(hook.description)}</span>
              ) : null}
              {hook.when ? <span className={css.when}>{hook.when}</span> : null}
            </div>
          )}
          {checking ? null : <Reason hook={hook} checking={checking} waiting={waiting} alarming={alarming} />}
          <WaitsNote hook={hook} className={css.restart} />
          {replaces === 0 ? null : (
            <button
              type="button"
              className={parts.disclosure}
              aria-expanded={unfolded}
              title={strings.hooks.replacedHint(hook.title)}
              tabIndex={active ? 0 : -1}
              onClick={() => onUnfold(hook.id)}
            >
              <ChevronRight strokeWidth={2.4} aria-hidden />
              {strings.hooks.replaced(replaces)}
            </button>
          )}
        </div>
      </div>
      <div className={css.control} data-control>
        <Control
          hook={hook}
          active={active}
          prominent={props.prominent}
          waiting={waiting}
          alarming={alarming}
          onOpen={onOpen}
        />
        {/* For the pointer; keys have the menu key. */}
        <button
          type="button"
          className={css.more}
          aria-label={strings.hooks.more(hook.title)}
          aria-haspopup="menu"
          tabIndex={-1}
          onClick={openMenuOf}
        >
          <Ellipsis size="1rem" strokeWidth={2} aria-hidden />
        </button>
        <button
          type="button"
          className={css.open}
          aria-label={strings.hooks.open(hook.title)}
          tabIndex={active ? 0 : -1}
          onClick={() => onOpen(hook, null)}
        >
          <ChevronRight size="1.125rem" strokeWidth={1.8} aria-hidden />
        </button>
      </div>
    </div>
  );
});
