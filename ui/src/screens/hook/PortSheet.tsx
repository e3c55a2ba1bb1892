import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { type AgentId, backend, type Hook, type PortChoice } from "../../backend";
import { useActions } from "../../data/actions";
import { useAgent, useOverview } from "../../data/queries";
import { Button } from "../../parts/Button";
import { Glyph } from "../../parts/Glyph";
import { Loading } from "../../parts/Loading";
import overlay from "../../parts/overlay.module.css";
import { InlineProblem } from "../../parts/Problem";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { PortPlan } from "./PortPlan";
import css from "./port.module.css";
import { rememberPort } from "./ported";

const words = strings.port;

type ChoicesProps = { choices: PortChoice[]; to: AgentId | null; onChoose: (agent: AgentId) => void };

/** All other agents: what cannot be chosen says why. */
function Choices({ choices, to, onChoose }: ChoicesProps) {
  const { agents } = useOverview();
  const group = useId();
  return (
    <fieldset className={css.choices}>
      <legend className={overlay.section}>{words.to}</legend>
      {choices.map(({ agent, possible, skeleton, why }) => {
        const hint = why ?? (skeleton ? words.skeletonHint : null);
        const name = agents.find((view) => view.agent === agent)?.name ?? agent;
        return (
          <label key={agent} data-off={possible ? undefined : true}>
            <input
              type="radio"
              name={group}
              value={agent}
              checked={agent === to}
              disabled={!possible}
              onChange={() => onChoose(agent)}
            />
            <Glyph agent={agent} name={name} absent={!possible} />
            <span>
              {name}
              {hint ? <small>{hint}</small> : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

type FormProps = { hook: Hook; choices: PortChoice[]; onClose: () => void };

function Form({ hook, choices, onClose }: FormProps) {
  const first = choices.find(({ possible }) => possible)?.agent ?? null;
  const [to, setTo] = useState(first);
  const plan = useQuery({
    queryKey: ["plan-port", hook.id, to],
    queryFn: () => backend.planPort(hook.id, to as AgentId),
    enabled: to !== null,
    // What was planned for an earlier sheet is old; until the new plan is there the one before keeps the place.
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const from = useAgent(hook.agent);
  const { port } = useActions();
  const blockedId = useId();
  const copy = useMutation({
    mutationFn: (agent: AgentId) => port(hook, agent),
    onSuccess: (ids) => {
      const agentName = from?.name ?? hook.agent;
      const skeleton = plan.data?.skeleton ?? false;
      for (const id of ids) rememberPort(id, { from: hook.id, title: hook.title, agentName, skeleton });
      // Where a hook has one event only, one may become several: they are side by side in the list.
      const [only, ...others] = ids;
      if (only === undefined) onClose();
      else go(others.length === 0 ? paths.hook(only) : paths.agent(to as AgentId));
    },
  });
  const ready = plan.data !== undefined && !plan.isPlaceholderData && !plan.error;
  const blocked = ready ? plan.data.blocked : null;
  const idle = !ready || blocked !== null || copy.isPending;
  return (
    <>
      <Choices
        choices={choices}
        to={to}
        onChoose={(agent) => {
          copy.reset();
          setTo(agent);
        }}
      />
      {to === null ? (
        <p className={css.none}>{words.none}</p>
      ) : plan.error ? (
        <div className={overlay.after}>
          <InlineProblem error={plan.error} />
        </div>
      ) : plan.data ? (
        <div className={css.plan} aria-busy={plan.isPlaceholderData || undefined}>
          <PortPlan key={to} plan={plan.data} blockedId={blockedId} />
        </div>
      ) : (
        <Loading text={words.planning} />
      )}
      {copy.error ? (
        <div className={overlay.after}>
          <InlineProblem error={copy.error} />
        </div>
      ) : null}
      <div className={`${overlay.ends} ${css.ends}`}>
        <Button onClick={onClose}>{to === null ? strings.close : strings.cancel}</Button>
        {to === null ? null : (
          <Button
            look="main"
            className={css.copy}
            aria-disabled={idle || undefined}
            aria-describedby={blocked === null ? undefined : blockedId}
            onClick={() => idle || copy.mutate(to)}
          >
            {copy.isPending ? words.copying : words.copy}
          </Button>
        )}
      </div>
    </>
  );
}

type Props = { hook: Hook; onClose: () => void };

/** Which agent, what is lost on the way, and every file that would be written. */
export function PortSheet({ hook, onClose }: Props) {
  const choices = useQuery({
    queryKey: ["port-choices", hook.id],
    queryFn: () => backend.portChoices(hook.id),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || onClose()} className={overlay.scrim}>
      <Modal className={`${overlay.sheet} ${css.sheet}`}>
        <Dialog className={overlay.dialog}>
          <div className={overlay.head}>
            <Heading slot="title">{words.title(hook.title)}</Heading>
          </div>
          {choices.data ? (
            <Form hook={hook} choices={choices.data} onClose={onClose} />
          ) : (
            <>
              {choices.error ? (
                <div className={overlay.after}>
                  <InlineProblem error={choices.error} />
                </div>
              ) : (
                <Loading text={words.reading} />
              )}
              <div className={overlay.ends}>
                <Button onClick={onClose}>{strings.close}</Button>
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
