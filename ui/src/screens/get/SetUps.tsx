import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Files } from "lucide-react";
import { backend, type NotCarried } from "../../backend";
import { formatList } from "../../format";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { tellDone } from "../../parts/toast";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./get.module.css";

const words = strings.setUp;

/** A set-up that somebody wrote down is opened, or this one is written down. */
export function SetUps() {
  const client = useQueryClient();
  const open = useMutation({
    mutationFn: () => backend.openSetup(),
    onSuccess: (view) => {
      if (view === null) return;
      client.setQueryData(["set-up"], view);
      go(paths.setUp);
    },
  });
  const write = useMutation({
    mutationFn: () => backend.exportSetup(),
    onSuccess: (written) => {
      if (written !== null) tellDone(words.written(written.hooks, written.plugins, written.path), null);
    },
  });
  const left = write.data?.not_carried ?? [];
  const error = open.error ?? write.error;
  return (
    <section aria-labelledby="set-ups">
      <h2 id="set-ups" tabIndex={-1} className={`${parts.group} ${parts.goneTo}`}>
        {words.group}
      </h2>
      <div className={`${css.drop} ${css.solid}`}>
        <Files size="1.75rem" strokeWidth={1.5} aria-hidden />
        <div className={css.dropText}>
          <b>{words.lead}</b>
          <p>{words.leadHint}</p>
          {error ? <InlineProblem error={error} /> : null}
        </div>
        <div className={css.dropEnd}>
          <Button onClick={() => open.isPending || open.mutate()}>{words.open}</Button>
          <Button onClick={() => write.isPending || write.mutate()}>{words.export}</Button>
        </div>
        {left.length === 0 ? null : (
          <div className={css.left}>
            <h3>{words.notCarried(left.length)}</h3>
            <ul>
              {[...byReason(left)].map(([why, names]) => (
                <li key={why}>
                  <b>{formatList(names)}</b>
                  <p>{why}</p>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

/** What is true of many is read once. */
function byReason(left: NotCarried[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const { name, why } of left) reasons.set(why, [...(reasons.get(why) ?? []), name]);
  return reasons;
}
