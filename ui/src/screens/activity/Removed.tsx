import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useEffect } from "react";
import { backend, type RemovedHook } from "../../backend";
import { done, orTell } from "../../data/actions";
import { removedQuery, useOverview } from "../../data/queries";
import { formatBytes, formatDate } from "../../format";
import { BackButton } from "../../parts/BackButton";
import { Button } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { AgentTag } from "../../parts/Tag";
import { goBack, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./activity.module.css";

const words = strings.removed;

function Row({ hook, agentName }: { hook: RemovedHook; agentName: string }) {
  const client = useQueryClient();
  const back = () =>
    void orTell(async () => {
      const change = await backend.restoreRemoved(hook.id, hook.name);
      await Promise.all([done(client, change), client.invalidateQueries(removedQuery)]);
    }, words.notBack);
  return (
    <li className={css.row}>
      <span className={css.icon}>
        <Trash2 size="0.9375rem" strokeWidth={1.9} aria-hidden />
      </span>
      <div className={css.text}>
        <p>
          <b>{hook.name}</b>
          {hook.replaced ? ` · ${words.replaced}` : ""}
        </p>
        <p className={css.from}>
          <code>{hook.from}</code> · {formatBytes(hook.size)}
        </p>
        <div className={css.tags}>
          <AgentTag agent={hook.agent} name={agentName} />
          <span className={`${parts.tag} ${parts.off}`}>{words.until(formatDate(hook.kept_until))}</span>
        </div>
        {hook.in_the_way ? <p className={css.from}>{words.inTheWay}</p> : null}
      </div>
      {hook.in_the_way ? (
        <span />
      ) : (
        <Button aria-label={words.backOf(hook.name)} onClick={back}>
          {words.back}
        </Button>
      )}
      <time dateTime={hook.removed_at}>{formatDate(hook.removed_at)}</time>
    </li>
  );
}

/** Removed hooks that are still kept: each comes back with its files, after any number of other changes. */
export function Removed() {
  const { agents } = useOverview();
  const { data, error, refetch } = useQuery(removedQuery);
  useEffect(() => {
    document.title = `${words.title} – ${strings.app}`;
    document.querySelector("main")?.scrollTo({ top: 0 });
  }, []);
  return (
    <div className={parts.column}>
      <BackButton label={strings.activity.title} leave={() => goBack(paths.activity)} />
      <div className={parts.bar}>
        <h1>{words.title}</h1>
      </div>
      <p className={parts.sub}>{words.subtitle}</p>
      {data && data.length === 0 ? (
        <Empty icon={Trash2} title={words.none}>
          {words.noneHint}
        </Empty>
      ) : null}
      {data && data.length > 0 ? (
        <ul className={`${parts.card} ${css.removed}`}>
          {data.map((hook) => (
            <Row
              key={`${hook.id} ${hook.from}`}
              hook={hook}
              agentName={agents.find((view) => view.agent === hook.agent)?.name ?? hook.agent}
            />
          ))}
        </ul>
      ) : null}
      {!data && error ? (
        <ProblemScreen title={words.notRead} error={error} retry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Loading text={words.loading} /> : null}
    </div>
  );
}
