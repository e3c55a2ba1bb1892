import { useMutation } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import type { IncomingView } from "../../backend";
import { useIncomingActions } from "../../data/incoming";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { Bar, Page } from "./Page";
import css from "./review.module.css";

const words = strings.review.proposed;

/** A web page may name anything, so the whole of it is shown and nothing is fetched. */
export function Proposed({ view }: { view: IncomingView }) {
  const { lookAtProposed, putAway } = useIncomingActions(view.job);
  const look = useMutation({ mutationFn: lookAtProposed });
  return (
    <Page
      title={words.title}
      icon={<Globe className={css.icon} strokeWidth={1.5} aria-hidden />}
      sub={words.untouched}
    >
      <h2 className={parts.group}>{words.source}</h2>
      <div className={`${parts.card} ${css.source}`}>
        <code>{view.source}</code>
      </div>
      {look.error ? <InlineProblem error={look.error} /> : null}
      <Bar note={words.advice}>
        <Button onClick={() => putAway(null)}>{words.leave}</Button>
        <Button
          look="main"
          aria-disabled={look.isPending || undefined}
          onClick={() => look.isPending || look.mutate()}
        >
          {words.look}
        </Button>
      </Bar>
    </Page>
  );
}
