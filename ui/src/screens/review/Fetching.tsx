import { Download } from "lucide-react";
import type { IncomingView } from "../../backend";
import { useAgent } from "../../data/queries";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { Page } from "./Page";
import css from "./review.module.css";
import { Steps } from "./Steps";
import { shortName } from "./words";

const words = strings.review.fetching;

export function Fetching({ view }: { view: IncomingView }) {
  const agent = useAgent(view.agent);
  return (
    <Page
      title={words.title(shortName(view.source))}
      icon={<Download className={css.icon} strokeWidth={1.5} aria-hidden />}
      sub={words.from(view.source, agent?.name ?? view.agent)}
    >
      <Steps view={view} />
      <p className={parts.foot}>{words.unharmed}</p>
    </Page>
  );
}
