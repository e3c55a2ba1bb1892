/** Programs that are being installed: what the engine tells of each, and what the installers print. */
import type { QueryClient } from "@tanstack/react-query";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { backend, type OutputPart, type ProvisionChanged, type ProvisionView } from "../backend";
import { askPlan, tellError } from "../parts/dialogs";
import { tellDone } from "../parts/toast";
import { strings } from "../strings";
import { listen } from "./listen";
import { unsavedThings } from "./unsaved";

/** What is kept of an output here, in characters: the end says why something failed. */
const KEPT = 1024 * 1024;

export const jobsQuery = (hook: string) =>
  queryOptions({ queryKey: ["jobs", hook], queryFn: () => backend.programJobs(hook) });

export const outputQuery = (job: string) =>
  queryOptions({ queryKey: ["job-output", job], queryFn: () => backend.jobOutput(job) });

function withView(known: ProvisionView[], view: ProvisionView): ProvisionView[] {
  const there = known.some((other) => other.program === view.program);
  return there ? known.map((other) => (other.program === view.program ? view : other)) : [...known, view];
}

/** The output with the new part, or null where something between them is not known here. */
export function joined(known: OutputPart, part: OutputPart): OutputPart | null {
  if (part.to <= known.to) return known;
  if (part.from !== known.to) return null;
  return { from: known.from, to: part.to, text: (known.text + part.text).slice(-KEPT) };
}

export function applyProvisionChange(client: QueryClient, { view, output }: ProvisionChanged) {
  client.setQueryData(jobsQuery(view.hook).queryKey, (known) => known && withView(known, view));
  const query = outputQuery(view.job);
  const known = client.getQueryData(query.queryKey);
  const next = known ? joined(known, output) : null;
  if (next) client.setQueryData(query.queryKey, next);
  else {
    // A first answer that is on its way is older than this, and while it is, it is not asked for again.
    const asked = known === undefined ? client.cancelQueries(query) : Promise.resolve();
    void asked.then(() => client.invalidateQueries(query));
  }
  if (view.ended) {
    // An answer that was on its way may still call it running.
    void client.invalidateQueries(jobsQuery(view.hook));
    // The hook's own screen says it itself, in the place where the message would be over it.
    const watched = client.getQueryCache().find({ queryKey: jobsQuery(view.hook).queryKey });
    if (!watched || watched.getObserversCount() === 0) tellDone(view.ended.sentence, null);
  }
}

/** The window is being closed while something is done: nothing is lost without a yes. */
async function askToClose(work: string[]) {
  const words = strings.install.close;
  const typed = unsavedThings();
  const plan = {
    title: typed.length > 0 ? words.titleTyped : words.title,
    steps: [...typed.map(words.lost), ...work.map(words.stops)],
    files: [],
    also: [],
    stays: [typed.length > 0 ? words.staysTyped : "", work.length > 0 ? words.stays : ""].filter(Boolean),
  };
  const confirmLabel = typed.length > 0 ? words.confirmTyped : words.confirm;
  // What was typed may have been saved meanwhile, and what was being done may have ended.
  const idle = plan.steps.length === 0;
  if (!idle && !(await askPlan(plan, { confirmLabel, destructive: true }))) return;
  try {
    await backend.closeWindow();
  } catch (error) {
    tellError(error, words.failed);
  }
}

/** Keeps installations in step with the engine for as long as the window lives. */
export function useLiveJobs() {
  const client = useQueryClient();
  useEffect(() => {
    let asking = false;
    return listen(
      "Installations will not show automatically:",
      backend.onProvisionChanged((event) => applyProvisionChange(client, event)),
      backend.onCloseAsked(async (work) => {
        // Asked once, however often the window is told to close.
        if (asking) return;
        asking = true;
        await askToClose(work);
        asking = false;
      }),
    );
  }, [client]);
}
