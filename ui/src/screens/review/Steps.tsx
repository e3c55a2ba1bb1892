import { useEffect, useState } from "react";
import type { IncomingView } from "../../backend";
import { useIncomingActions } from "../../data/incoming";
import { Button } from "../../parts/Button";
import { tellError } from "../../parts/dialogs";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import setup from "../hook/install.module.css";
import { CANCEL_AFTER, StepMark, stepTone } from "../hook/SetupJob";
import css from "./review.module.css";

const words = strings.review.fetching;

/** Work that is over at once needs no way to stop it. */
function useLasting(): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(true), CANCEL_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return lasting;
}

function Cancel({ job }: { job: string }) {
  const lasting = useLasting();
  const [stopping, setStopping] = useState(false);
  const { cancel } = useIncomingActions(job);
  const stop = async () => {
    if (stopping) return;
    setStopping(true);
    try {
      await cancel();
    } catch (error) {
      setStopping(false);
      tellError(error, strings.install.cancelFailed);
    }
  };
  return (
    <Button
      className={lasting ? undefined : setup.notYet}
      aria-disabled={stopping || undefined}
      onClick={() => void stop()}
    >
      {stopping ? strings.install.stopping : strings.cancel}
    </Button>
  );
}

/** Below the steps, so that it stays in its place whichever of them has something to count. */
function Download({ view }: { view: IncomingView }) {
  const { bytes, total } = view.progress;
  const percent = total === null || total === 0 ? null : Math.min(100, Math.round((bytes / total) * 100));
  const said = bytes === 0 ? "" : total === null ? words.sofar(bytes) : words.of(bytes, total);
  return (
    <div className={`${css.download} ${setup.running}`}>
      <div>
        <div
          role="progressbar"
          aria-label={words.progress}
          aria-valuenow={percent ?? undefined}
          aria-valuetext={percent === null ? said || strings.install.unknown : undefined}
          className={setup.bar}
        >
          <i style={{ width: `${percent ?? 0}%` }} />
        </div>
        <p className={setup.said}>
          <span>{said || words.preparing}</span>
        </p>
      </div>
      <Cancel job={view.job} />
    </div>
  );
}

/** What is done one after the other, each in its place from the beginning on. */
export function Steps({ view }: { view: IncomingView }) {
  const going = view.state.kind === "fetching";
  if (view.steps.length === 0 && !going) return null;
  const current = view.steps.find(({ state }) => state === "running");
  return (
    <section aria-label={words.steps} className={`${parts.card} ${css.steps}`}>
      <p role="status" className={parts.visuallyHidden}>
        {going && current ? words.now(current.title) : ""}
      </p>
      <ol>
        {view.steps.map(({ title, state }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step keeps its place, and says more once it runs.
          <li key={index} className={`${setup.step} ${css.step} ${stepTone(state)}`}>
            <StepMark state={state} />
            <b>{title}</b>
          </li>
        ))}
      </ol>
      {going ? <Download view={view} /> : null}
    </section>
  );
}
