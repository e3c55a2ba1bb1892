import { useQuery } from "@tanstack/react-query";
import type { HookDetail, SetupItem } from "../../backend";
import { jobsQuery } from "../../data/jobs";
import { repairingQuery } from "../../data/queries";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { isProgram } from "./can";
import css from "./hook.module.css";
import { PathFootnote } from "./PathFootnote";
import { isSick, wayOut } from "./Repairing";
import { SetupJob } from "./SetupJob";
import { SetupRow } from "./SetupRow";

const words = strings.hook;

/** It can be done right here, before what has to be installed elsewhere. */
const isHere = (item: SetupItem) =>
  !item.met && (item.editable || item.kind === "not-executable" || item.install.some((way) => way.runnable));

/** Whether a button of it leads on. */
export const canSetUp = ({ setup }: HookDetail) =>
  setup.some((item) => isHere(item) || (item.in_config && !item.met));

/** Every requirement with a tick, or with what to do right there. Rows keep their places when one is met. */
export function Setup({ detail, agentName }: { detail: HookDetail; agentName: string }) {
  const { hook } = detail;
  const { data: jobs = [] } = useQuery(jobsQuery(hook.id));
  const sick = isSick(hook);
  const { data: found, error } = useQuery({ ...repairingQuery(hook.id), enabled: sick });
  // One next thing to do: the way out of what is wrong with it, where there is one.
  const first = !sick || (found ? wayOut(found) === undefined : error !== null);
  // Another system cannot be set up; the notice above says so.
  const setup = detail.setup.filter((item) => item.kind !== "os" || item.met);
  if (setup.length === 0) return null;
  const left = setup.filter((item) => !item.met).length;
  const here = setup.findIndex(isHere);
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
            prominent={index === next && first}
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
