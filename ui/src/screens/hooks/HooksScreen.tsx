import { useQuery } from "@tanstack/react-query";
import { Inbox, PackageOpen, SearchX, Waypoints } from "lucide-react";
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useRef } from "react";
import type { AgentId, AgentView, Hook } from "../../backend";
import { settingsQuery, useHooks, useOverview } from "../../data/queries";
import { Button } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Search } from "../../parts/Search";
import { Segments } from "../../parts/Segments";
import { go, type Part, paths } from "../../routes";
import { strings } from "../../strings";
import { NewHookButton } from "../new-hook/NewHookButton";
import { AgentNotes, FirstNote } from "./AgentNotes";
import { arrange, countStates, type Filter, sortHooks, waitsFor } from "./arrange";
import { Banners } from "./Banners";
import { HookList } from "./HookList";
import css from "./hooks.module.css";
import { RuntimeLine } from "./RuntimeLine";
import { SortMenu } from "./SortMenu";
import { useSelection } from "./selection";
import { placeOf, useView } from "./view-state";

const words = strings.hooks;
/** Fewer can be seen at a glance, and a filter would be four zeros. */
const WORTH_A_FILTER = 4;
const ALWAYS: Filter[] = ["all", "ready", "needs-setup", "off", "broken"];
const SELDOM: Filter[] = ["no-effect", "not-called", "cannot-run-here"];
const SUMMED = [
  "ready",
  "needs-setup",
  "no-effect",
  "not-called",
  "off",
  "broken",
  "cannot-run-here",
] as const;

function summary(counts: Record<Filter, number>): string {
  const told = SUMMED.filter((state) => counts[state] > 0).map((state) =>
    words.summary[state](counts[state]),
  );
  return told.join(" · ");
}

const NoSuchHooks = lazy(() => import("./NoSuchHooks").then((module) => ({ default: module.NoSuchHooks })));

function NoHooks({ view }: { view: AgentView | null }) {
  const get = view ? paths.get(view.agent) : paths.get();
  if (view && !view.found) {
    return (
      <Empty
        icon={PackageOpen}
        title={words.absent(view.name)}
        actions={
          <Button look="main" onClick={() => go(get)}>
            {words.absentAction(view.name)}
          </Button>
        }
      >
        {words.absentHint(view.name, view.managed_dir)}
      </Empty>
    );
  }
  // A version without such hooks: nothing that is installed would do anything.
  if (view && view.runtime.sends.length === 0 && !view.plugins) {
    return (
      <Suspense>
        <NoSuchHooks view={view} />
      </Suspense>
    );
  }
  return (
    <Empty
      icon={Inbox}
      title={!view ? words.emptyAll : view.plugins ? words.noHooks : words.empty(view.name)}
      actions={
        <>
          <Button look="main" onClick={() => go(get)}>
            {strings.frame.get}
          </Button>
          {view ? <NewHookButton agent={view.agent} /> : null}
        </>
      }
    >
      {view?.plugins ? words.emptyWithPlugins(view.plugins) : words.emptyHint}
    </Empty>
  );
}

/** Only where there are some: most agents have none. */
const ContextFiles = lazy(() =>
  import("../settings/ContextFiles").then((module) => ({ default: module.ContextFiles })),
);

function Context({ agent }: { agent: AgentId }) {
  const { data } = useQuery(settingsQuery(agent));
  if (!data || data.context_files.length === 0) return null;
  return (
    <Suspense>
      <ContextFiles view={data} />
    </Suspense>
  );
}

/** Only where an agent has plugins: their rows are not hooks, and are counted apart. */
const PluginGroup = lazy(() => import("../plugins/PluginGroup"));
const Tell = lazy(() => import("./Tell"));
const AskAgent = lazy(() => import("./AskAgent"));
const Projects = lazy(() => import("./Projects"));
const SelectionBar = lazy(() => import("./SelectionBar"));

type ContentProps = { agent: AgentId | null; title: string; hooks: Hook[] };

function Content({ agent, title, hooks }: ContentProps) {
  const { agents, machine } = useOverview();
  const [view, setView] = useView(agent);
  const enter = useRef<(() => void) | null>(null);
  // Letters appear in the field at once; the list follows, and drops what was typed over in the meantime.
  const shown = useDeferredValue(view);
  const waiting = new Set(agents.flatMap(waitsFor));
  const counts = countStates(hooks, waiting);
  const items = arrange(hooks, shown, waiting);
  const own = agents.find((other) => other.agent === agent) ?? null;
  const filtered = hooks.length >= WORTH_A_FILTER;
  const filters = [...ALWAYS, ...SELDOM.filter((id) => counts[id] > 0)];
  const names = agent === null ? new Map(agents.map((other) => [other.agent as string, other.name])) : null;
  const open = useCallback((hook: Hook, part: Part | null) => go(paths.hook(hook.id, part)), []);
  const { ids: selected, pick } = useSelection();
  const order = items.flatMap((item) => (item.kind === "hook" ? [item.hook] : []));
  const picked = order.filter((hook) => selected.has(hook.id));
  const unfold = (id: string) => {
    const unfolded = new Set(view.unfolded);
    if (!unfolded.delete(id)) unfolded.add(id);
    setView({ unfolded });
  };

  return (
    <div className={parts.column}>
      <div>
        <div className={parts.bar}>
          <h1>{title}</h1>
          {hooks.length > 0 ? (
            <div className={parts.barEnd}>
              <Search
                label={words.search}
                value={view.query}
                onChange={(query) => setView({ query })}
                onLeave={() => enter.current?.()}
              />
              <SortMenu value={view.sort} onChange={(sort) => setView({ sort })} />
              {own ? (
                <Button
                  iconOnly
                  aria-label={words.timeline}
                  title={words.timeline}
                  onClick={() => go(paths.timeline(own.agent))}
                >
                  <Waypoints size="1rem" strokeWidth={1.8} aria-hidden />
                </Button>
              ) : null}
              {own ? <NewHookButton agent={own.agent} iconOnly /> : null}
            </div>
          ) : null}
        </div>
        {own?.found ? <RuntimeLine view={own} /> : null}
        {own?.found && hooks.length > 0 ? <FirstNote view={own} /> : null}
        {/* The filter has the same numbers, and where there are none a heading says so. */}
        {own?.found || filtered || hooks.length === 0 ? null : <p className={parts.sub}>{summary(counts)}</p>}
        {filtered ? (
          <div className={css.controls}>
            <Segments
              label={words.filter}
              value={view.filter}
              onChange={(filter) => setView({ filter })}
              segments={filters.map((id) => ({ id, label: words.filters[id], count: counts[id] }))}
            />
          </div>
        ) : null}
        {own?.found ? (
          <Suspense>
            <AskAgent view={own} />
            <Tell view={own} />
          </Suspense>
        ) : null}
        <Banners views={own ? [own] : agents} />
      </div>
      {hooks.length === 0 ? <NoHooks view={own} /> : null}
      {hooks.length > 0 && items.length === 0 ? (
        <Empty
          icon={SearchX}
          title={
            shown.query.trim()
              ? words.noMatch(shown.query.trim())
              : words.noneHere(words.filters[shown.filter])
          }
          actions={
            shown.query.trim() ? (
              <Button onClick={() => setView({ query: "", filter: "all" })}>{strings.clear}</Button>
            ) : (
              <Button onClick={() => setView({ filter: "all" })}>{words.showAll}</Button>
            )
          }
        >
          {shown.query.trim() ? words.noMatchHint : null}
        </Empty>
      ) : null}
      {items.length > 0 ? (
        <HookList
          label={title}
          items={items}
          place={placeOf(agent)}
          agentNames={names}
          checking={machine.checking}
          waiting={waiting}
          onOpen={open}
          onUnfold={unfold}
          selected={selected}
          onPick={(how, hook, from) => pick(how, hook, order, from)}
          enter={enter}
        />
      ) : null}
      {picked.length > 0 ? (
        <Suspense>
          <SelectionBar
            hooks={picked}
            onAll={() => pick("all", null, order)}
            onNone={() => pick("none", null, order)}
          />
        </Suspense>
      ) : null}
      {own && items.length > 0 ? (
        <>
          <p className={parts.foot}>{words.footnote(own.managed_dir)}</p>
          <AgentNotes view={own} />
        </>
      ) : null}
      {own?.found && own.projects !== null ? (
        <Suspense>
          <Projects view={own} projects={own.projects} />
        </Suspense>
      ) : null}
      {own?.found && own.plugins !== null ? (
        <Suspense>
          <PluginGroup view={own} query={shown.query} />
        </Suspense>
      ) : null}
      {own?.found ? <Context agent={own.agent} /> : null}
    </div>
  );
}

/** The hooks of one agent, or of all. */
export function HooksScreen({ agent }: { agent: AgentId | null }) {
  const { agents } = useOverview();
  const { data, error, refetch } = useHooks();
  const name = agents.find((view) => view.agent === agent)?.name;
  const title = name ?? strings.frame.all;
  useEffect(() => {
    document.title = `${title} – ${strings.app}`;
  }, [title]);
  if (data) {
    // Sorted before it is cut, so that the sorting is remembered for the whole.
    const sorted = sortHooks(data);
    return (
      <Content agent={agent} title={title} hooks={agent ? sorted.filter((h) => h.agent === agent) : sorted} />
    );
  }
  if (error)
    return (
      <ProblemScreen heading="h1" title={strings.errors.load} error={error} retry={() => void refetch()} />
    );
  return <Loading />;
}
