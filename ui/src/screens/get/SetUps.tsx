import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Files } from "lucide-react";
import { backend, type NotCarried, type WithoutFiles } from "../../backend";
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
  const left = byReason(write.data?.not_carried ?? []);
  const lacking = write.data?.without_files ?? [];
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
        <Listed title={words.withoutFiles} all={lacking} foot={words.toCarry} />
        <Listed title={words.notCarried} all={left} />
      </div>
    </section>
  );
}

type ListedProps = { title: (n: number) => string; all: WithoutFiles[]; foot?: string };

/** Names by the reason that they share, under what is true of all of them. */
function Listed({ title, all, foot }: ListedProps) {
  if (all.length === 0) return null;
  return (
    <div className={css.left}>
      <h3>{title(all.flatMap(({ names }) => names).length)}</h3>
      <ul>
        {all.map(({ names, why }) => (
          <li key={why}>
            <b>{formatList(names)}</b>
            <p>{why}</p>
          </li>
        ))}
      </ul>
      {foot ? <p>{foot}</p> : null}
    </div>
  );
}

/** What is true of many is read once. */
function byReason(left: NotCarried[]): WithoutFiles[] {
  const reasons = new Map<string, string[]>();
  for (const { name, why } of left) reasons.set(why, [...(reasons.get(why) ?? []), name]);
  return [...reasons].map(([why, names]) => ({ names, why }));
}
