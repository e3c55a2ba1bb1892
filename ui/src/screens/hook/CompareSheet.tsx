import { useQuery } from "@tanstack/react-query";
import { Check, Diff as DiffIcon } from "lucide-react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { type AgentId, backend, type CompareView, type TryRow } from "../../backend";
import { useAgent } from "../../data/queries";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import overlay from "../../parts/overlay.module.css";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { AgentTag } from "../../parts/Tag";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import { RunDetails, VerdictTag } from "../try/ResultRow";
import css from "./compare.module.css";

const words = strings.compare;

function Run({ title, row }: { title: string; row: TryRow }) {
  // An id begins with its agent.
  const agent = useAgent(row.hook.split("/")[0] as AgentId);
  return (
    <section className={css.run} aria-label={title}>
      <div className={css.runHead}>
        <h3>{title}</h3>
        {agent ? <AgentTag agent={agent.agent} name={agent.name} /> : null}
      </div>
      <div className={css.verdict}>
        <VerdictTag outcome={row.outcome} tag={row.tag} />
        <span>{row.duration_ms === null ? "" : strings.try.duration(row.duration_ms)}</span>
      </div>
      {row.sentence ? (
        <p>
          <Words text={row.sentence} />
        </p>
      ) : null}
      <RunDetails row={row} event={row.key} />
    </section>
  );
}

function Result({ view }: { view: CompareView }) {
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
        <b>{view.same ? words.same : words.differs}.</b> <Words text={view.sentence} />
      </Banner>
      <div className={css.runs}>
        <Run title={words.before} row={view.before} />
        <Run title={words.after} row={view.after} />
      </div>
    </>
  );
}

type Props = { id: string; ported: string; onClose: () => void };

/** Runs both as soon as it is there: the person has agreed to that already. */
export function CompareSheet({ id, ported, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["compare-port", id, ported],
    queryFn: () => backend.comparePort(id, ported),
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
              <Result view={data} />
            ) : null}
          </div>
          <div className={overlay.ends}>
            {isFetching ? null : <Button onClick={() => void refetch()}>{words.again}</Button>}
            <Button look="main" autoFocus onClick={onClose}>
              {strings.close}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
