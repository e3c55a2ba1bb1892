import { useQuery } from "@tanstack/react-query";
import { FileQuestionMark } from "lucide-react";
import type { IncomingView } from "../../backend";
import { incomingQuery } from "../../data/incoming";
import { isGone } from "../../errors";
import { Button } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { EmptySource, NothingNewer } from "./Ends";
import { Fetching } from "./Fetching";
import { Installed } from "./Installed";
import { Proposed } from "./Proposed";
import { Review } from "./Review";
import { Stopped } from "./Stopped";

const words = strings.review;

/** Each state is a page of its own: what was read in one is not carried into the next. */
function State({ view }: { view: IncomingView }) {
  const { state } = view;
  switch (state.kind) {
    case "proposed":
      return <Proposed view={view} />;
    case "fetching":
      return <Fetching view={view} />;
    case "failed":
      return <Stopped view={view} error={state.error} />;
    case "cancelled":
      return <Stopped view={view} error={null} />;
    case "review":
      if (state.review.up_to_date)
        return <NothingNewer review={state.review} says={state.review.up_to_date} job={view.job} />;
      // What is for another agent may have no hooks for this one.
      if (state.review.hooks.length === 0 && !state.review.agents.some(({ fits }) => fits))
        return <EmptySource view={view} />;
      return <Review view={view} review={state.review} />;
    case "installed":
      return <Installed ids={state.ids} agent={view.agent} />;
  }
}

function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  if (!isGone(error)) {
    return <ProblemScreen heading="h1" title={strings.errors.incoming} error={error} retry={retry} />;
  }
  return (
    <Empty
      icon={FileQuestionMark}
      heading="h1"
      title={words.noJob}
      actions={
        <Button look="main" onClick={() => go(paths.get(), { replace: true })}>
          {words.toGet}
        </Button>
      }
    >
      {words.noJobHint}
    </Empty>
  );
}

/** Hooks from elsewhere, from the address to the last step. Nothing is placed before *Install*. */
export default function ReviewScreen({ job }: { job: string }) {
  const { data, error, refetch } = useQuery(incomingQuery(job));
  return (
    <div className={parts.column}>
      {data ? <State key={data.state.kind} view={data} /> : null}
      {!data && error ? <Failure error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Loading text={words.loading} /> : null}
    </div>
  );
}
