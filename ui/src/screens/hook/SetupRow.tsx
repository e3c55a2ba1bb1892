import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import type { AgentId, ProvisionView, SetupItem } from "../../backend";
import { useActions } from "../../data/actions";
import { useAgent, useOverview } from "../../data/queries";
import { useConfigRepair } from "../../data/repairs";
import { isWithheld } from "../../data/unsaved";
import { Button } from "../../parts/Button";
import { Exclamation } from "../../parts/icons";
import { InlineProblem } from "../../parts/Problem";
import { Words } from "../../parts/Words";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { isProgram } from "./can";
import css from "./hook.module.css";
import { KeyHelp } from "./KeyHelp";
import { Ways } from "./SetupWays";
import { typedName, ValueField, ValueSwitch } from "./ValueField";

const words = strings.hook;

/** A hook's id begins with its agent. */
const agentOf = (hookId: string) => hookId.split("/")[0] as AgentId;

type Props = {
  hookId: string;
  item: SetupItem;
  /** The first that is to be done. */
  next: boolean;
  /** It has the one prominent button. */
  prominent: boolean;
  jobs: ProvisionView[];
};

/** What is saved already: another value, or none. */
function Saved({ hookId, item, onChange }: Pick<Props, "hookId" | "item"> & { onChange: () => void }) {
  const { clearEnv, clearSetting } = useActions();
  const name = item.names[0] ?? "";
  const clear = useMutation({
    mutationFn: () => (item.kind === "env" ? clearEnv(hookId, name) : clearSetting(hookId, name)),
  });
  return (
    <div>
      <div className={css.actions}>
        <Button onClick={onChange}>{words.change}</Button>
        {/* Not `disabled`: the focus would be lost while it is at work. */}
        <Button
          aria-disabled={clear.isPending || undefined}
          onClick={() => clear.isPending || clear.mutate()}
        >
          {strings.clear}
        </Button>
      </div>
      {clear.error ? <InlineProblem error={clear.error} /> : null}
    </div>
  );
}

/** It is looked again when somebody comes back to the window; what the login shell's PATH is now, only here. */
function CheckAgain({ helpless }: { helpless: boolean }) {
  const { refresh } = useActions();
  return (
    <>
      {helpless ? <p className={css.small}>{words.installFirst}</p> : null}
      <div className={css.problemSpace}>
        <Button onClick={() => refresh()}>{words.checkAgain}</Button>
      </div>
    </>
  );
}

function MakeRunnable({ hookId, prominent }: { hookId: string; prominent: boolean }) {
  const { makeExecutable } = useActions();
  const make = useMutation({ mutationFn: () => makeExecutable(hookId) });
  return (
    <div className={css.problemSpace}>
      <Button
        look={prominent ? "main" : "normal"}
        aria-disabled={make.isPending || undefined}
        onClick={() => make.isPending || make.mutate()}
      >
        {words.makeRunnable}
      </Button>
      {make.error ? <InlineProblem error={make.error} /> : null}
    </div>
  );
}

export function SetupRow({ hookId, item, next, prominent, jobs }: Props) {
  const { machine } = useOverview();
  const blocked = useAgent(agentOf(hookId))?.blocked ?? null;
  const { openConfigFolder } = useActions();
  const repair = useConfigRepair(agentOf(hookId), item.in_config);
  const [changing, setChanging] = useState(() => item.met && isWithheld(typedName(hookId, item)));
  const program = isProgram(item);
  const checking = program && !item.met && machine.checking;
  const onOff = item.editable && item.value_kind === "switch";
  const fillable = item.editable && !onOff && (!item.met || changing);
  const open = !item.met || changing;
  return (
    <li className={open ? css.open : undefined} data-setup-next={next || undefined}>
      <span
        role="img"
        aria-label={item.met ? strings.state.ready : strings.state["needs-setup"]}
        className={`${css.mark} ${item.met ? css.met : css.unmet}`}
      >
        {item.met ? <Check aria-hidden /> : <Exclamation />}
      </span>
      <div>
        <div className={css.name}>{item.title}</div>
        <p className={css.text}>{checking ? strings.checking : <Words text={item.sentence} />}</p>
      </div>
      {onOff ? (
        <ValueSwitch hookId={hookId} item={item} />
      ) : item.met && item.clearable && !changing ? (
        <Saved hookId={hookId} item={item} onChange={() => setChanging(true)} />
      ) : (
        <span />
      )}
      {open || item.detail || item.note ? (
        <div className={css.below}>
          {fillable ? (
            <ValueField
              hookId={hookId}
              item={item}
              prominent={prominent}
              onDone={() => setChanging(false)}
              onCancel={item.met ? () => setChanging(false) : null}
            />
          ) : null}
          {item.kind === "not-executable" && !item.met ? (
            <MakeRunnable hookId={hookId} prominent={prominent} />
          ) : null}
          {item.in_config ? (
            <div className={`${css.actions} ${css.problemSpace}`}>
              {repair ? (
                <Button look={prominent ? "main" : "normal"} onClick={repair}>
                  {strings.banners.repair}
                </Button>
              ) : null}
              <Button
                look={prominent && !repair ? "main" : "normal"}
                onClick={() =>
                  blocked?.elsewhere
                    ? openConfigFolder(agentOf(hookId))
                    : go(paths.config(agentOf(hookId), blocked))
                }
              >
                {blocked?.elsewhere ? strings.banners.openFolder : words.editConfig}
              </Button>
            </div>
          ) : null}
          {program && !item.met && !checking ? (
            <Ways hookId={hookId} item={item} jobs={jobs} prominent={prominent} />
          ) : null}
          {program && !item.met && !checking ? <CheckAgain helpless={item.install.length === 0} /> : null}
          {item.readers ? <p className={css.keyOdd}>{item.readers}</p> : null}
          {item.help && item.met && !changing ? (
            <KeyHelp hookId={hookId} item={item} help={item.help} typed={null} />
          ) : null}
          {item.detail ? (
            <p className={css.small}>
              <code>{item.detail}</code>
            </p>
          ) : null}
          {item.note ? <p className={css.small}>{item.note}</p> : null}
        </div>
      ) : null}
    </li>
  );
}
