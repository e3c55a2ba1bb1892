import { useQuery } from "@tanstack/react-query";
import { Check, Diff as DiffIcon } from "lucide-react";
import { useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { backend, type Compared, type RunView, type TryDeed } from "../../backend";
import { useAgent } from "../../data/queries";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import overlay from "../../parts/overlay.module.css";
import { DiffText } from "../../parts/PlanDetails";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { AgentTag } from "../../parts/Tag";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import { ConfirmRun } from "../try/ConfirmRun";
import { DeedTag } from "../try/Deeds";
import { Output } from "../try/Output";
import { Said, VerdictTag } from "../try/ResultRow";
import css from "./compare.module.css";

const words = strings.compare;

type RunProps = { title: string; run: RunView; deeds: TryDeed[] };

function Run({ title, run, deeds }: RunProps) {
  const agent = useAgent(run.agent);
  const silent = run.messages.length === 0 && !run.diff && !run.stdout && !run.stderr;
  return (
    <section className={css.run} aria-label={title}>
      <div className={css.runHead}>
        <h3>{title}</h3>
        {agent ? <AgentTag agent={agent.agent} name={agent.name} /> : null}
      </div>
      <div className={css.verdict}>
        <VerdictTag outcome={run.outcome} tag={run.tag} />
        <span>{strings.try.duration(run.duration_ms)}</span>
      </div>
      {run.reason ? (
        <p>
          <Words text={run.reason} />
        </p>
      ) : null}
      {run.messages.length > 0 ? (
        <div>
          <h4>{strings.try.messages}</h4>
          <Said messages={run.messages} />
        </div>
      ) : null}
      {run.diff ? (
        <div>
          <h4>{strings.try.changes}</h4>
          <DiffText label={strings.try.changes} diff={run.diff} />
        </div>
      ) : null}
      {run.stdout ? <Output label={strings.try.stdout} text={run.stdout} /> : null}
      {run.stderr ? <Output label={strings.try.stderr} text={run.stderr} /> : null}
      {silent ? <p>{strings.try.nothingSaid}</p> : null}
      {deeds.length > 0 ? (
        <div>
          <h4>{strings.try.deeds.did(deeds.length)}</h4>
          <ul className={css.deeds}>
            {deeds.map((deed) => (
              <li key={`${deed.kind} ${deed.subject}`}>
                <span>{deed.title}</span> <DeedTag deed={deed} />
                <code>{deed.subject}</code>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

function Result({ result }: { result: Compared }) {
  const { view } = result;
  return (
    <>
      <Banner
        tone={view.same ? "off" : "warn"}
        icon={
          view.same ? (
            <Check size="1rem" strokeWidth={2.2} className={css.ok} aria-hidden />
          ) : (
            <DiffIcon size="1rem" strokeWidth={1.8} aria-hidden />
          )
        }
      >
        <b>
          <Words text={view.sentence} />
        </b>
      </Banner>
      {result.place ? <p className={css.place}>{result.place}</p> : null}
      <div className={css.runs}>
        <Run title={words.before} run={view.before} deeds={result.before} />
        <Run title={words.after} run={view.after} deeds={result.after} />
      </div>
    </>
  );
}

/** Whether one of them asked for what its box does not have. */
const wantsNetwork = ({ before, after }: Compared) =>
  [...before, ...after].some(({ kind }) => kind === "host" || kind === "request");

type Props = { id: string; ported: string; onClose: () => void };

// A run is a run: never again without being asked, and nothing of an earlier one.
const ONCE = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: false,
};

/** Runs both once the person has agreed to what the engine asks: first without the network, then perhaps with it. */
export function CompareSheet({ id, ported, onClose }: Props) {
  // With the network or without: what is asked now, and what was agreed to.
  const [asked, setAsked] = useState<boolean | null>(false);
  const [agreed, setAgreed] = useState<boolean | null>(null);
  const question = useQuery({
    ...ONCE,
    queryKey: ["compare-ask", id, ported, asked],
    queryFn: () => backend.comparePort(id, ported, asked === true, false),
    enabled: asked !== null,
  });
  const result = useQuery({
    ...ONCE,
    queryKey: ["compare-port", id, ported, agreed],
    queryFn: () => backend.comparePort(id, ported, agreed === true, true),
    enabled: agreed !== null,
  });
  const asks =
    asked !== null && question.data?.kind === "confirm" ? (
      <ConfirmRun
        title={question.data.title}
        sentences={question.data.sentences}
        answer={(yes) => {
          setAsked(null);
          if (yes) setAgreed(asked);
          else if (agreed === null) onClose();
        }}
      />
    ) : null;
  const current = asked === null ? result : question;
  const { error } = current;
  if (agreed === null && !error) return asks;
  const data = result.data?.kind === "done" ? result.data.compared : null;
  const isFetching = result.isFetching || question.isFetching;
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || onClose()} className={overlay.scrim}>
      <Modal className={`${overlay.sheet} ${css.sheet}`}>
        <Dialog className={overlay.dialog}>
          <div className={overlay.head}>
            <Heading slot="title">{words.title}</Heading>
          </div>
          <div className={css.body} aria-live="polite">
            {result.isFetching ? (
              <p className={parts.sub}>{words.running}</p>
            ) : error ? (
              <>
                <p className={css.failed}>{words.failed}</p>
                <InlineProblem error={error} />
              </>
            ) : data ? (
              <Result result={data} />
            ) : null}
          </div>
          <div className={overlay.ends}>
            {data && !isFetching && wantsNetwork(data) ? (
              <Button onClick={() => setAsked(true)}>{words.network}</Button>
            ) : null}
            {isFetching ? null : <Button onClick={() => void current.refetch()}>{words.again}</Button>}
            <Button look="main" autoFocus onClick={onClose}>
              {strings.close}
            </Button>
          </div>
        </Dialog>
        {asks}
      </Modal>
    </ModalOverlay>
  );
}
