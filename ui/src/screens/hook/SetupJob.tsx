import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDownToLine, Check, CircleAlert, Minus } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { backend, type InstallStep, type InstallStepState, type ProvisionView } from "../../backend";
import { jobsQuery, outputQuery } from "../../data/jobs";
import { formatDuration } from "../../format";
import { Button } from "../../parts/Button";
import { CopyButton } from "../../parts/Copy";
import { Disclosure } from "../../parts/Disclosure";
import { tellError } from "../../parts/dialogs";
import { Exclamation } from "../../parts/icons";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./install.module.css";
import { useInstall } from "./SetupWays";

const words = strings.install;

/** Work that is over before this needs no way to stop it, in milliseconds. */
export const CANCEL_AFTER = 2000;

/** A job of this age began with a click on this screen, in milliseconds. */
const JUST_BEGUN = 1000;

const MARKS = {
  waiting: { icon: <Minus aria-hidden />, tone: css.waiting },
  running: { icon: <ArrowDownToLine aria-hidden />, tone: css.running },
  done: { icon: <Check aria-hidden />, tone: css.done },
  failed: { icon: <Exclamation />, tone: css.failed },
  cancelled: { icon: <Minus aria-hidden />, tone: css.waiting },
};

/** What became of a step, as a sign and for the ear; its colour is the tone of its row. */
export function StepMark({ state }: { state: InstallStepState }) {
  return (
    <span role="img" aria-label={words.states[state]} className={css.mark}>
      {MARKS[state].icon}
    </span>
  );
}

export const stepTone = (state: InstallStepState) => MARKS[state].tone;

/** How long the job has been going on: what the engine said last, and the time since then. */
function useElapsed({ elapsed, ended }: ProvisionView): number {
  const [since, setSince] = useState({ said: elapsed, millis: 0 });
  useEffect(() => {
    if (ended) return;
    const start = performance.now();
    const timer = setInterval(() => setSince({ said: elapsed, millis: performance.now() - start }), 500);
    return () => clearInterval(timer);
  }, [elapsed, ended]);
  return elapsed + (since.said === elapsed && !ended ? since.millis : 0);
}

/** Stays where it is from the beginning to the end, so that nothing under it moves. */
function Bar({ view, step, elapsed }: { view: ProvisionView; step: InstallStep; elapsed: number }) {
  const done = step.state === "done";
  const percent = done ? 100 : step.state === "waiting" ? 0 : view.progress.percent;
  return (
    <>
      <div
        role="progressbar"
        aria-label={step.title}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={percent === null ? words.unknown : undefined}
        className={css.bar}
      >
        <i style={{ width: `${percent ?? 0}%` }} />
      </div>
      <p className={css.said}>
        <span>{view.progress.text}</span>
        {step.state === "running" ? <span aria-hidden>{formatDuration(elapsed)}</span> : null}
      </p>
    </>
  );
}

function Step({ step, view, elapsed }: { step: InstallStep; view: ProvisionView; elapsed: number }) {
  const cancel = () => backend.cancelJob(view.job).catch((error) => tellError(error, words.cancelFailed));
  const [stopping, setStopping] = useState(false);
  const stoppable = step.work && view.ended === null;
  return (
    <li className={`${css.step} ${stepTone(step.state)}`}>
      <StepMark state={step.state} />
      <div>
        <b>{step.title}</b>
        {step.command ? (
          <p>
            <code>{step.command}</code>
          </p>
        ) : null}
        {step.text ? <p>{step.text}</p> : null}
        {step.work ? <Bar view={view} step={step} elapsed={elapsed} /> : null}
      </div>
      {stoppable ? (
        <Button
          className={elapsed < CANCEL_AFTER ? css.notYet : undefined}
          aria-disabled={stopping || undefined}
          onClick={() => {
            if (stopping) return;
            setStopping(true);
            void cancel();
          }}
        >
          {stopping ? words.stopping : strings.cancel}
        </Button>
      ) : (
        <span className={css.time}>{step.millis === null ? null : formatDuration(step.millis)}</span>
      )}
    </li>
  );
}

/** What was printed. It follows the end, unless the person scrolled up to read. */
function Output({ job }: { job: string }) {
  const { data, error } = useQuery(outputQuery(job));
  const box = useRef<HTMLPreElement>(null);
  const follow = useRef(true);
  const text = data?.text ?? "";
  useLayoutEffect(() => {
    const element = box.current;
    if (element && follow.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  if (error) return <InlineProblem error={error} />;
  return (
    <div className={css.output}>
      <pre
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={words.output}
        onScroll={({ currentTarget: element }) => {
          follow.current = element.scrollTop + element.clientHeight >= element.scrollHeight - 4;
        }}
      >
        {text === "" ? words.noOutput : text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

function Ending({ view, hookId }: { view: ProvisionView; hookId: string }) {
  const client = useQueryClient();
  const install = useInstall(hookId);
  const report = view.ended;
  if (!report) return null;
  const well = report.outcome === "installed";
  const dismiss = async () => {
    await backend.dismissJob(view.job).catch(console.error);
    await client.invalidateQueries(jobsQuery(hookId));
  };
  return (
    <div className={css.ending}>
      {well ? (
        <p className={css.well}>{report.sentence}</p>
      ) : (
        <div className={`${parts.problem} ${report.outcome === "cancelled" ? parts.warn : parts.bad}`}>
          <CircleAlert aria-hidden />
          <div>
            {report.sentence}
            {report.hint ? <small>{report.hint}</small> : null}
          </div>
        </div>
      )}
      {install.error ? <InlineProblem error={install.error} /> : null}
      <div className={css.buttons}>
        {well ? null : (
          <Button onClick={() => install.mutate({ program: view.program, method: view.method })}>
            {strings.tryAgain}
          </Button>
        )}
        <Button onClick={dismiss}>{strings.close}</Button>
      </div>
    </div>
  );
}

/** An installation in its steps, each in its own place from the beginning on. */
export function SetupJob({ view, hookId }: { view: ProvisionView; hookId: string }) {
  const elapsed = useElapsed(view);
  const card = useRef<HTMLElement>(null);
  const fresh = useRef(view.elapsed < JUST_BEGUN);
  useEffect(() => {
    // Only after the click: a screen that opens later begins at its top.
    if (fresh.current) card.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const current = view.steps.find((step) => step.state === "running");
  return (
    <section ref={card} aria-label={words.title(view.program)} className={`${parts.card} ${css.job}`}>
      <p role="status" className={parts.visuallyHidden}>
        {view.ended?.sentence ?? (current ? words.now(current.title) : "")}
      </p>
      <ol>
        {view.steps.map((step) => (
          <Step key={step.title} step={step} view={view} elapsed={elapsed} />
        ))}
      </ol>
      <Ending view={view} hookId={hookId} />
      <div className={css.details}>
        <Disclosure open={words.showDetails} close={words.hideDetails}>
          <Output job={view.job} />
        </Disclosure>
      </div>
    </section>
  );
}
