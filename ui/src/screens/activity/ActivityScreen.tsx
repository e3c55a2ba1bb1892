import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Activity, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { type AgentId, backend, type Entry } from "../../backend";
import { done, orTell } from "../../data/actions";
import { listen } from "../../data/listen";
import { activityQuery, useOverview } from "../../data/queries";
import { Button } from "../../parts/Button";
import { CopyButton } from "../../parts/Copy";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Segments } from "../../parts/Segments";
import { tellDone } from "../../parts/toast";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { Picker } from "../try/Picker";
import { ActivityRow } from "./ActivityRow";
import css from "./activity.module.css";
import { asText, byDay, type Filter, matches } from "./entries";
import { Removed } from "./Removed";

const words = strings.activity;
const FILTERS = Object.keys(words.filters) as Filter[];
/** Drawn at once; older ones are a click away. */
const PAGE = 100;
/** Stands for all agents in the list of them. */
const ALL = "all";

/** What is done while the list is open shows automatically. */
function useNews() {
  const client = useQueryClient();
  useEffect(() => {
    const again = () => void client.invalidateQueries(activityQuery);
    return listen(
      "News will not show automatically:",
      backend.onInventoryChanged(again),
      backend.onTry(({ result, error }) => {
        if (result || error) again();
      }),
    );
  }, [client]);
}

function useUndo() {
  const client = useQueryClient();
  return (entry: Entry, row: HTMLElement | null) =>
    void orTell(async () => {
      const change = await backend.undo(entry.undo as string);
      await Promise.all([done(client, change), client.invalidateQueries(activityQuery)]);
      // Its button is gone: the row keeps the place of the keyboard.
      if (row?.isConnected && !row.querySelector("button[aria-label]")) row.focus();
    }, strings.errors.undo);
}

/** The whole list, whatever is shown of it, where the person wants it. */
async function exportAll() {
  const name = await backend.exportActivity();
  if (name !== null) tellDone(words.exported(name), null);
}

type ListProps = { entries: Entry[]; nameOf: (agent: AgentId) => string };

function List({ entries, nameOf }: ListProps) {
  const [pages, setPages] = useState(1);
  const undo = useUndo();
  const shown = entries.slice(0, pages * PAGE);
  const older = Math.min(entries.length - shown.length, PAGE);
  return (
    <>
      {byDay(shown).map((day) => (
        <section key={`${day.title} ${day.entries.at(-1)?.at}`}>
          <h2 className={parts.group}>{day.title}</h2>
          <ul className={parts.card}>
            {day.entries.map((entry, index) => (
              <ActivityRow
                // Counted from the end: what is new comes first, and the others stay the rows that they are.
                // biome-ignore lint/suspicious/noArrayIndexKey: two of one moment that say the same are alike.
                key={`${entry.at} ${entry.summary} ${day.entries.length - index}`}
                entry={entry}
                agentName={nameOf(entry.agent)}
                onUndo={undo}
              />
            ))}
          </ul>
        </section>
      ))}
      {older > 0 ? (
        <div className={css.older}>
          <Button onClick={() => setPages(pages + 1)}>{words.older(older)}</Button>
        </div>
      ) : null}
    </>
  );
}

function Content({ entries }: { entries: Entry[] }) {
  const { agents } = useOverview();
  const [filter, setFilter] = useState<Filter>("all");
  const [agent, setAgent] = useState<AgentId | null>(null);
  const nameOf = (id: AgentId) => agents.find((view) => view.agent === id)?.name ?? id;
  const ofAgent = entries.filter((entry) => matches(entry, "all", agent));
  const shown = ofAgent.filter((entry) => matches(entry, filter, null));
  const there = agents.filter((view) => entries.some((entry) => entry.agent === view.agent));
  const showAll = () => {
    setFilter("all");
    setAgent(null);
  };
  return (
    <>
      <div className={parts.bar}>
        <h1>{words.title}</h1>
        <div className={parts.barEnd}>
          <Button look="plain" onClick={() => go(paths.removed)}>
            {strings.removed.title}
          </Button>
          {shown.length > 0 ? (
            <>
              <CopyButton text={asText(shown, nameOf)} label={words.copyAll} />
              <Button onClick={() => void orTell(exportAll, strings.errors.exportActivity)}>
                {words.export}
              </Button>
            </>
          ) : null}
        </div>
      </div>
      <p className={parts.sub}>{words.subtitle}</p>
      {entries.length > 0 ? (
        <div className={css.controls}>
          <Segments
            label={words.filter}
            value={filter}
            onChange={setFilter}
            segments={FILTERS.map((id) => ({
              id,
              label: words.filters[id],
              count: ofAgent.filter((entry) => matches(entry, id, null)).length,
            }))}
          />
          {there.length > 1 ? (
            <div className={css.agent}>
              <Picker
                field
                unlabelled
                label={words.agent}
                value={agent ?? ALL}
                groups={[
                  {
                    title: "",
                    options: [
                      { id: ALL, title: words.allAgents },
                      ...there.map((view) => ({ id: view.agent, title: view.name })),
                    ],
                  },
                ]}
                onChange={(id) => setAgent(id === ALL ? null : (id as AgentId))}
              />
            </div>
          ) : null}
        </div>
      ) : null}
      {entries.length === 0 ? (
        <Empty icon={Activity} title={words.empty}>
          {words.emptyHint}
        </Empty>
      ) : shown.length === 0 ? (
        <Empty
          icon={SearchX}
          title={words.noneHere(words.filters[filter])}
          actions={<Button onClick={showAll}>{words.showAll}</Button>}
        />
      ) : (
        <List key={`${filter} ${agent}`} entries={shown} nameOf={nameOf} />
      )}
    </>
  );
}

/** What was installed, changed and tried here, and when. */
export default function ActivityScreen({ removed }: { removed: boolean }) {
  return removed ? <Removed /> : <Done />;
}

function Done() {
  const { data, error, refetch } = useQuery(activityQuery);
  useNews();
  useEffect(() => {
    document.title = `${words.title} – ${strings.app}`;
    document.querySelector("main")?.scrollTo({ top: 0 });
  }, []);
  return (
    <div className={parts.column}>
      {data ? <Content entries={data} /> : null}
      {!data && error ? (
        <ProblemScreen
          heading="h1"
          title={strings.errors.activity}
          error={error}
          retry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <Loading text={words.loading} /> : null}
    </div>
  );
}
