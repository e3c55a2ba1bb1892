import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type AgentId, type Backup, backend } from "../../backend";
import { tellChange } from "../../data/actions";
import { backupsQuery } from "../../data/queries";
import { formatBytes, formatDateTime } from "../../format";
import { Button } from "../../parts/Button";
import { AlsoSwitched, PlanDetails } from "../../parts/PlanDetails";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Switch } from "../../parts/Switch";
import { strings } from "../../strings";
import css from "./ConfigEditor.module.css";

const words = strings.config.backups;

// Asked again each time, and together with the list, as the key begins like its own: what differs depends on what is
// there now.
const planQuery = (agent: AgentId, id: string, keep: boolean) =>
  queryOptions({
    queryKey: [...backupsQuery(agent).queryKey, id, keep],
    queryFn: () => backend.planRestore(agent, id, keep),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

type PreviewProps = { agent: AgentId; backup: Backup; keep: boolean; onKeep: (keep: boolean) => void };

function Preview({ agent, backup, keep, onKeep }: PreviewProps) {
  const { data, error } = useQuery(planQuery(agent, backup.id, keep));
  if (error) return <InlineProblem error={error} />;
  if (!data) return <p className={css.quiet}>{words.reading}</p>;
  return (
    <>
      <AlsoSwitched also={data.also} />
      {data.also.some(({ keepable }) => keepable) ? (
        <div className={css.keep}>
          <div>
            <b>{words.keep}</b>
            <p>{words.keepHint}</p>
          </div>
          <Switch label={words.keep} on={keep} onChange={onKeep} />
        </div>
      ) : null}
      <PlanDetails plan={{ ...data, steps: [], also: [] }} />
    </>
  );
}

type RowProps = { agent: AgentId; backup: Backup; blocked: boolean };

function Row({ agent, backup, blocked }: RowProps) {
  const client = useQueryClient();
  const [opened, setShown] = useState(false);
  // Of what is there now nothing differs.
  const shown = opened && !backup.current;
  const [keep, setKeep] = useState(true);
  const id = useId();
  const restore = useMutation({
    mutationFn: async () => {
      // Where other hooks would be switched, that is seen before it is done.
      const { also } = await client.fetchQuery(planQuery(agent, backup.id, keep));
      if (also.length > 0 && !shown) return setShown(true);
      const change = await backend.restoreConfig(agent, backup.id, keep);
      await client.invalidateQueries(backupsQuery(agent));
      await tellChange(client, change);
    },
  });
  const when = formatDateTime(backup.at);
  return (
    <li>
      <div className={css.backup}>
        <div className={css.backupText}>
          <b>{when}</b>{" "}
          {backup.current ? <span className={`${parts.tag} ${parts.quiet}`}>{words.current}</span> : null}
          <p>
            {words.before(backup.summary)} · {formatBytes(backup.bytes)}
          </p>
        </div>
        <Button
          aria-expanded={shown}
          aria-controls={id}
          aria-label={words.previewOf(when)}
          disabled={backup.current}
          onClick={() => setShown(!shown)}
        >
          {shown ? words.hide : words.preview}
        </Button>
        <Button
          aria-label={words.restoreOf(when)}
          disabled={backup.current || blocked}
          aria-disabled={restore.isPending || undefined}
          onClick={() => restore.isPending || restore.mutate()}
        >
          {words.restore}
        </Button>
      </div>
      <div id={id}>
        {shown ? <Preview agent={agent} backup={backup} keep={keep} onKeep={setKeep} /> : null}
      </div>
      {restore.error ? <InlineProblem error={restore.error} /> : null}
    </li>
  );
}

/** The last versions of the file, each brought back with one click. */
export function ConfigEditorBackups({ agent, dirty }: { agent: AgentId; dirty: boolean }) {
  const { data, error } = useQuery(backupsQuery(agent));
  return (
    <section aria-labelledby="config-backups">
      <h2 id="config-backups" className={parts.group}>
        {words.title}
      </h2>
      {error ? <InlineProblem error={error} /> : null}
      {data && data.length > 0 ? (
        <ul className={`${parts.card} ${css.backups}`}>
          {data.map((backup) => (
            <Row key={backup.id} agent={agent} backup={backup} blocked={dirty} />
          ))}
        </ul>
      ) : null}
      {data ? (
        <p className={parts.foot}>{data.length === 0 ? words.none : dirty ? words.blocked : words.foot}</p>
      ) : null}
    </section>
  );
}
