import { useQuery } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import type { HookDetail, Receipt } from "../../backend";
import { useActions } from "../../data/actions";
import { changedFilesQuery } from "../../data/queries";
import { Button } from "../../parts/Button";
import { ChangedFiles } from "../../parts/ChangedFiles";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./receipt.module.css";

const words = strings.receipt;

function Files({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(changedFilesQuery(id));
  if (data) return <ChangedFiles files={data} />;
  return (
    <div className={css.waiting}>
      {error ? (
        <>
          <InlineProblem error={error} />
          <Button onClick={() => void refetch()}>{strings.tryAgain}</Button>
        </>
      ) : (
        words.reading
      )}
    </div>
  );
}

/** What became of the installed files, and what can be done about it. */
export function Changed({ detail, receipt }: { detail: HookDetail; receipt: Receipt }) {
  const { hook } = detail;
  const { approveChanges, putBack } = useActions();
  return (
    <section aria-labelledby="changed" className={css.changed}>
      <div className={parts.card}>
        <div className={css.head}>
          <span className={css.mark}>
            <PencilLine aria-hidden />
          </span>
          <div>
            <h3 id="changed" tabIndex={-1}>
              {words.changed}
            </h3>
            <p>{words.changedText(receipt.changed.length)}</p>
          </div>
          <div className={css.ends}>
            {receipt.can_put_back ? (
              <Button onClick={() => void putBack(hook)}>{words.putBack}</Button>
            ) : null}
            <Button onClick={() => void approveChanges(hook)}>{words.approve}</Button>
          </div>
        </div>
        <Files id={hook.id} />
      </div>
      <p className={parts.foot}>{receipt.can_put_back ? words.foot : words.noPutBack}</p>
    </section>
  );
}
