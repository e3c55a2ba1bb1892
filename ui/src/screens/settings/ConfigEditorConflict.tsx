import { GitCompareArrows } from "lucide-react";
import type { Conflict } from "../../backend";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import { Diff } from "../../parts/PlanDetails";
import { strings } from "../../strings";
import css from "./ConfigEditor.module.css";

const words = strings.config.conflict;

type Props = {
  conflict: Conflict;
  agentName: string;
  onMerge: () => void;
  onMine: () => void;
  onTheirs: () => void;
};

/** Three versions: the one that was opened, theirs, and mine. None is lost whatever is chosen. */
export function ConfigEditorConflict({ conflict, agentName, onMerge, onMine, onTheirs }: Props) {
  const gone = conflict.raw_theirs === null;
  return (
    <section aria-labelledby="config-conflict" className={css.notice}>
      <Banner tone="warn" icon={<GitCompareArrows size="1rem" strokeWidth={1.8} aria-hidden />}>
        <div role="alert">
          <h2 id="config-conflict" className={css.conflictTitle}>
            {gone ? words.gone : words.title}
          </h2>{" "}
          {gone ? words.goneHint : words.hint}
        </div>
        <div className={css.conflictEnds}>
          {conflict.raw_merged === null ? null : (
            <Button look="main" onClick={onMerge}>
              {words.merge}
            </Button>
          )}
          <Button onClick={onMine}>{words.mine}</Button>
          <Button onClick={onTheirs}>{gone ? words.empty : words.theirs}</Button>
        </div>
        {conflict.raw_merged === null && !gone ? <small>{words.noMerge}</small> : null}
        <small>{words.kept(agentName)}</small>
        <div className={css.differences}>
          <Disclosure open={words.show} close={words.hide}>
            <Diff title={words.theirChanges} diff={conflict.theirs} />
            <Diff title={words.myChanges} diff={conflict.mine} />
          </Disclosure>
        </div>
      </Banner>
    </section>
  );
}
