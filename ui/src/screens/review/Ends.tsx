import { CircleCheck, PackageOpen } from "lucide-react";
import type { IncomingView, ReviewView, UpToDate } from "../../backend";
import { useIncomingActions } from "../../data/incoming";
import { Button } from "../../parts/Button";
import { paths } from "../../routes";
import { strings } from "../../strings";
import { Bar, Page } from "./Page";
import css from "./review.module.css";

const words = strings.review;

/** Asked for an update, and there is none. */
export function NothingNewer({ review, says, job }: { review: ReviewView; says: UpToDate; job: string }) {
  const { putAway } = useIncomingActions(job);
  const first = review.hooks[0]?.hook;
  return (
    <Page
      title={says.title}
      icon={<CircleCheck className={`${css.icon} ${css.iconOk}`} strokeWidth={1.5} aria-hidden />}
      sub={says.text}
    >
      <Bar note={null}>
        <Button look="main" onClick={() => putAway(first ? paths.hook(first.id) : paths.agent(review.agent))}>
          {words.open}
        </Button>
      </Bar>
    </Page>
  );
}

/** It could be read, and no hook is in it. */
export function EmptySource({ view }: { view: IncomingView }) {
  const { putAway } = useIncomingActions(view.job);
  return (
    <Page
      title={words.empty.title}
      icon={<PackageOpen className={css.icon} strokeWidth={1.5} aria-hidden />}
      sub={view.source}
    >
      <p className={css.text}>{words.empty.text}</p>
      <Bar note={null}>
        <Button look="main" onClick={() => putAway(paths.get(view.agent))}>
          {words.failed.another}
        </Button>
      </Bar>
    </Page>
  );
}
