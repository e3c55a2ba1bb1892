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

/** Runs both as soon as it is there: the person has agreed to that already. */
export function CompareSheet({ id, ported, onClose }: Props) {
  const [network, setNetwork] = useState(false);
  const [asks, setAsks] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["compare-port", id, ported, network],
    queryFn: () => backend.comparePort(id, ported, network),
    // A run is a run: never again by itself, and nothing of an earlier one.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || onClose()} className={overlay.scrim}>
      <Modal className={`${overlay.sheet} ${css.sheet}`}>
        <Dialog className={overlay.dialog}>
          <div className={overlay.head}>
            <Heading slot="title">{words.title}</Heading>
          </div>
          <div className={css.body} aria-live="polite">
            {isFetching ? (
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
              <Button onClick={() => setAsks(true)}>{words.network}</Button>
            ) : null}
            {isFetching ? null : <Button onClick={() => void refetch()}>{words.again}</Button>}
            <Button look="main" autoFocus onClick={onClose}>
              {strings.close}
            </Button>
          </div>
        </Dialog>
        {asks ? (
          <ConfirmRun
            title={words.askNetwork}
            sentences={words.asksNetwork}
            answer={(yes) => {
              setAsks(false);
              if (yes) setNetwork(true);
            }}
          />
        ) : null}
      </Modal>
    </ModalOverlay>
  );
}
