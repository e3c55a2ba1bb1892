import { ListChecks, Lock, Zap } from "lucide-react";
import { useEffect } from "react";
import appIcon from "../../../../icons/icon.svg";
import { useActions } from "../../data/actions";
import { useOverview } from "../../data/queries";
import { formatList } from "../../format";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./first-run.module.css";

const words = strings.firstRun;
const ICONS = [Zap, ListChecks, Lock];

/** No agent on this computer: what this is, and one next step that works all the same. */
export function FirstRun() {
  const { agents, default_agent } = useOverview();
  const { refresh } = useActions();
  const first = agents.find((view) => view.agent === default_agent);
  useEffect(() => {
    document.title = strings.app;
  }, []);
  return (
    <div className={css.welcome}>
      <div className={css.hero}>
        <img className={css.sign} src={appIcon} alt="" draggable={false} />
        <div>
          <h1>{words.title}</h1>
          <p className={css.lead}>{words.lead}</p>
        </div>
      </div>
      <ul className={`${parts.card} ${css.points}`}>
        {words.sentences.map((sentence, index) => {
          const Icon = ICONS[index] ?? Zap;
          return (
            <li key={sentence}>
              <Icon size="1rem" strokeWidth={1.8} aria-hidden />
              {sentence}
            </li>
          );
        })}
      </ul>
      <div className={css.actions}>
        <Button look="main" onClick={() => go(paths.get(default_agent))}>
          {words.action(first?.name ?? "")}
        </Button>
        <Button onClick={() => refresh()}>{words.lookAgain}</Button>
      </div>
      <p className={parts.foot}>{words.looked(formatList(agents.map((view) => view.name)))}</p>
    </div>
  );
}
