import { useMutation } from "@tanstack/react-query";
import type { AgentId, ReviewView } from "../../backend";
import { useIncomingActions } from "../../data/incoming";
import { useOverview } from "../../data/queries";
import { formatList } from "../../format";
import { InlineProblem } from "../../parts/Problem";
import { Segments } from "../../parts/Segments";
import { strings } from "../../strings";
import css from "./review.module.css";

const words = strings.review;

/** For which agent it is installed: a choice where there is one, and why it is none of the others. */
export function Agents({ job, review }: { job: string; review: ReviewView }) {
  const { agents } = useOverview();
  const { chooseAgent } = useIncomingActions(job);
  const choose = useMutation({ mutationFn: chooseAgent });
  const nameOf = (agent: AgentId) => agents.find((view) => view.agent === agent)?.name ?? agent;
  const fitting = review.agents.filter(({ fits }) => fits);
  // The one it is shown for stays in the choice, so that it is seen what the review is about.
  const choices = review.agents.filter(({ agent, fits }) => fits || agent === review.agent);
  const others = review.agents.filter(({ agent, fits }) => !fits && agent !== review.agent);
  return (
    <div className={css.agents}>
      {choices.length > 1 ? (
        <Segments
          label={words.agent}
          value={review.agent}
          onChange={(agent) => agent === review.agent || choose.isPending || choose.mutate(agent)}
          segments={choices.map(({ agent }, index) => ({
            id: agent,
            label: index === 0 ? strings.get.agentFirst(nameOf(agent)) : nameOf(agent),
          }))}
        />
      ) : null}
      {choose.error ? <InlineProblem error={choose.error} /> : null}
      <p className={css.text}>
        {fitting.length === 0
          ? words.writtenForNone
          : words.writtenFor(formatList(fitting.map(({ agent }) => nameOf(agent))))}{" "}
        {others.map(({ agent, why }) => words.notFor(nameOf(agent), why)).join(" ")}
      </p>
    </div>
  );
}
