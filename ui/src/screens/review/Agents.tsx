import { useMutation } from "@tanstack/react-query";
import type { AgentId, ReviewView } from "../../backend";
import { useIncomingActions } from "../../data/incoming";
import { useOverview } from "../../data/queries";
import { formatList } from "../../format";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Segments } from "../../parts/Segments";
import { strings } from "../../strings";
import css from "./review.module.css";

const words = strings.review;

function useAgentNames() {
  const { agents } = useOverview();
  return (agent: AgentId) => agents.find((view) => view.agent === agent)?.name ?? agent;
}

/** The one it is shown for stays in the choice, so that it is seen what the review is about. */
export const choicesOf = (review: ReviewView) =>
  review.agents.filter(({ agent, fits }) => fits || agent === review.agent);

/** For which agent it is installed, where there is a choice. */
export function AgentChoice({ job, review }: { job: string; review: ReviewView }) {
  const nameOf = useAgentNames();
  const { chooseAgent } = useIncomingActions(job);
  const choose = useMutation({ mutationFn: chooseAgent });
  const choices = choicesOf(review);
  if (choices.length < 2) return null;
  return (
    <div className={css.agents}>
      <Segments
        label={words.agent}
        value={review.agent}
        onChange={(agent) => agent === review.agent || choose.isPending || choose.mutate(agent)}
        segments={choices.map(({ agent }, index) => ({
          id: agent,
          label: index === 0 ? strings.get.agentFirst(nameOf(agent)) : nameOf(agent),
        }))}
      />
      {choose.error ? <InlineProblem error={choose.error} /> : null}
    </div>
  );
}

/** Which agents it is written for, and why not for the others. */
export function WrittenFor({ review }: { review: ReviewView }) {
  const nameOf = useAgentNames();
  const fitting = review.agents.filter(({ fits }) => fits);
  // Why it is not for the chosen one stands at the top.
  const others = review.agents.filter(({ agent, fits }) => !fits && agent !== review.agent);
  return (
    <p className={parts.foot}>
      {fitting.length === 0
        ? words.writtenForNone
        : words.writtenFor(formatList(fitting.map(({ agent }) => nameOf(agent))))}{" "}
      {others.map(({ agent, why }) => words.notFor(nameOf(agent), why)).join(" ")}
    </p>
  );
}
