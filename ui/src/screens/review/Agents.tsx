import { useMutation } from "@tanstack/react-query";
import type { AgentId, ReviewAgent, ReviewView } from "../../backend";
import { useIncomingActions } from "../../data/incoming";
import { useOverview } from "../../data/queries";
import { formatList } from "../../format";
import { Button } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Segments } from "../../parts/Segments";
import { Words } from "../../parts/Words";
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

/** Which agents it is written for; why not for the others is one click away. */
export function WrittenFor({ review }: { review: ReviewView }) {
  const nameOf = useAgentNames();
  const list = (agents: ReviewAgent[]) => formatList(agents.map(({ agent }) => nameOf(agent)));
  const fitting = review.agents.filter(({ fits }) => fits);
  // Why it is not for the chosen one is at the top.
  const others = review.agents.filter(({ agent, fits }) => !fits && agent !== review.agent);
  return (
    <div className={parts.foot}>
      <p>{fitting.length === 0 ? words.writtenForNone : words.writtenFor(list(fitting))}</p>
      {others.length === 0 ? null : (
        <Disclosure open={words.notForThese(list(others))}>
          <ul className={css.why}>
            {others.map(({ agent, why }) => (
              <li key={agent}>
                <b>{nameOf(agent)}</b> <Words text={why ?? ""} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

/** Where it is not for the chosen agent: the one on this computer that it is for. */
export function SeeForAnother({ job, review }: { job: string; review: ReviewView }) {
  const { agents } = useOverview();
  const { chooseAgent } = useIncomingActions(job);
  const choose = useMutation({
    mutationFn: chooseAgent,
    // The button is gone then, and the focus with it.
    onSuccess: () => document.querySelector("h1")?.focus(),
  });
  if (review.agents.some(({ agent, fits }) => fits && agent === review.agent)) return null;
  const fitting = agents.filter(({ agent }) =>
    review.agents.some((other) => other.agent === agent && other.fits),
  );
  const other = fitting.find(({ found }) => found) ?? fitting[0];
  if (!other) return null;
  return (
    <Button look="main" onClick={() => choose.isPending || choose.mutate(other.agent)}>
      {words.seeFor(other.name)}
    </Button>
  );
}
