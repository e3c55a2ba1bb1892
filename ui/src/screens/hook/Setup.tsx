import { useQuery } from "@tanstack/react-query";
import type { HookDetail } from "../../backend";
import { jobsQuery } from "../../data/jobs";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { isProgram } from "./can";
import css from "./hook.module.css";
import { PathFootnote } from "./PathFootnote";
import { SetupJob } from "./SetupJob";
import { SetupRow } from "./SetupRow";

const words = strings.hook;

/** Every requirement with a tick, or with what to do right there. Rows keep their places when one is met. */
export function Setup({ detail, agentName }: { detail: HookDetail; agentName: string }) {
  const { hook } = detail;
  const { data: jobs = [] } = useQuery(jobsQuery(hook.id));
  // Another system cannot be set up; the notice above says so.
  const setup = detail.setup.filter((item) => item.kind !== "os" || item.met);
  if (setup.length === 0) return null;
  const left = setup.filter((item) => !item.met).length;
  // What can be done right here comes before what has to be installed elsewhere first.
  const here = setup.findIndex(
    (item) =>
      !item.met &&
      (item.editable || item.kind === "not-executable" || item.install.some((way) => way.runnable)),
  );
  const next = here >= 0 ? here : setup.findIndex((item) => !item.met);
  const programs = setup.some(isProgram);
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className={parts.group}>
        {left === 0 ? words.setupDone : words.setupLeft(left, setup.length)}
      </h2>
      <ul className={`${parts.card} ${css.items}`}>
        {setup.map((item, index) => (
          <SetupRow
            key={`${item.kind}:${item.names.join()}`}
            hookId={hook.id}
            item={item}
            next={index === next}
            jobs={jobs}
          />
        ))}
      </ul>
      {programs ? <PathFootnote agentName={agentName} /> : null}
      {jobs.map((job) => (
        <SetupJob key={job.job} view={job} hookId={hook.id} />
      ))}
    </section>
  );
}
