import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, CircleAlert, KeyRound, Settings } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { type AgentId, backend, type Difference, type Needed, type SetupView } from "../../backend";
import { useOverview } from "../../data/queries";
import { noteMade, tellUndoable } from "../../data/undo";
import { Button } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import { Emoji } from "../../parts/Glyph";
import { Loading } from "../../parts/Loading";
import { PlanDetails } from "../../parts/PlanDetails";
import { InlineProblem, ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Switch } from "../../parts/Switch";
import { AgentTag } from "../../parts/Tag";
import { go, goBack, isPlugin, paths } from "../../routes";
import { strings } from "../../strings";
import { Bar, Page } from "../review/Page";
import css from "./set-up.module.css";

const words = strings.setUp;

export const setupQuery = queryOptions({
  queryKey: ["set-up"],
  queryFn: () => backend.setup(),
  // What it is held against may change at any time.
  staleTime: 0,
});

const installs = ({ what }: Difference) => what === "missing" || what === "files";

function useAgentName() {
  const { agents } = useOverview();
  return (id: AgentId) => agents.find(({ agent }) => agent === id)?.name ?? id;
}

/** From what is here to what is in the set-up. */
function Shift({ here, there }: { here: string; there: string }) {
  return (
    <span className={css.shift}>
      {here} <ArrowRight size="0.875rem" strokeWidth={2} role="img" aria-label={words.becomes} /> {there}
    </span>
  );
}

function said(one: Difference): ReactNode {
  const here = one.here ?? words.notSet;
  const there = one.there ?? words.notSet;
  switch (one.what) {
    case "missing":
      if (one.foreign) return words.from(one.source ?? "");
      // Why it is not available is said below.
      return one.source === "included" ? words.included : null;
    case "files":
      return words.otherFiles(one.detail ?? "");
    case "switch":
      return <Shift here={words.here(here)} there={words.there(there)} />;
    case "order":
      return (
        <>
          {one.detail ? `${one.detail}: ` : null}
          <Shift here={words.orderHere(here)} there={words.there(there)} />
        </>
      );
    default:
      return (
        <>
          {one.what === "setting" && one.detail ? <code>{one.detail}</code> : null}{" "}
          <Shift here={words.here(here)} there={words.there(there)} />
        </>
      );
  }
}

type RowProps = { one: Difference; chosen: boolean; why: string | null; onChoose: (on: boolean) => void };

function Row({ one, chosen, why, onChoose }: RowProps) {
  const name = useAgentName();
  const blocked = one.blocked ?? why;
  const what = said(one);
  return (
    <li className={css.row}>
      <label className={css.pick}>
        <input
          type="checkbox"
          checked={chosen && one.blocked === null}
          disabled={one.blocked !== null}
          onChange={({ target }) => onChoose(target.checked)}
        />
        {one.what === "agent-setting" ? (
          <Settings className={css.icon} strokeWidth={1.6} aria-hidden />
        ) : (
          <Emoji emoji={one.emoji} className={css.emoji} />
        )}
        <span className={css.what}>
          <span className={css.name}>
            {one.title} <AgentTag agent={one.agent} name={name(one.agent)} />{" "}
            {one.foreign ? (
              <span className={`${parts.tag} ${parts.warn}`}>
                <CircleAlert aria-hidden />
                {words.foreign}
              </span>
            ) : null}
          </span>
          {what ? <span className={css.said}>{what}</span> : null}
          {one.afterwards.length > 0 ? (
            <span className={css.said}>{words.afterwards(one.afterwards)}</span>
          ) : null}
          {blocked ? <span className={css.blocked}>{blocked}</span> : null}
        </span>
      </label>
      {one.foreign && one.source && /^(https:|git\+|npm:)/.test(one.source) ? (
        <Look source={one.source} agent={one.agent} title={one.title} />
      ) : null}
    </li>
  );
}

/** What comes from elsewhere can be read before it is chosen: its review is the usual one. */
function Look({ source, agent, title }: { source: string; agent: AgentId; title: string }) {
  const look = useMutation({
    mutationFn: () => backend.lookAt(source, agent),
    onSuccess: (job) => go(paths.review(job)),
  });
  return (
    <div className={css.end}>
      <Button
        aria-label={words.lookLabel(title)}
        aria-disabled={look.isPending || undefined}
        onClick={() => look.isPending || look.mutate()}
      >
        {words.look}
      </Button>
    </div>
  );
}

function Key({ needed }: { needed: Needed }) {
  const name = useAgentName();
  const { id } = needed;
  return (
    <li className={css.row}>
      <div className={css.pick}>
        <span className={css.key}>
          <KeyRound size="0.75rem" strokeWidth={2.2} aria-hidden />
        </span>
        <Emoji emoji={needed.emoji} className={css.emoji} />
        <div className={css.what}>
          <span className={css.name}>
            {needed.title} <AgentTag agent={needed.agent} name={name(needed.agent)} />
          </span>
          <span className={css.said}>
            {words.needs(needed.name)} <code>{needed.env}</code>
          </span>
        </div>
      </div>
      {id === null ? (
        <span className={css.later}>{words.later}</span>
      ) : (
        <div className={css.end}>
          <Button
            aria-label={words.addKeyLabel(needed.name, needed.title)}
            onClick={() => go(isPlugin(id) ? paths.plugin(id) : paths.hook(id, "setup"))}
          >
            {strings.hooks.addKey}
          </Button>
        </div>
      )}
    </li>
  );
}

type OthersProps = { all: Difference[]; on: boolean; onChange: (on: boolean) => void };

/** What is on here and not in the set-up: left alone, unless the person says otherwise. */
function Others({ all, on, onChange }: OthersProps) {
  const name = useAgentName();
  return (
    <li className={css.row}>
      <div className={`${css.what} ${css.alone}`}>
        <span className={css.name}>{words.turnOffOthers}</span>
        <span className={css.said}>
          {words.others(all.map((one) => `${one.title} (${name(one.agent)})`))}
        </span>
      </div>
      <div className={css.end}>
        <Switch label={words.turnOffOthers} on={on} onChange={onChange} />
      </div>
    </li>
  );
}

type GroupProps = { id: string; title: string; aside?: string; children: ReactNode };

function Group({ id, title, aside, children }: GroupProps) {
  return (
    <section aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={parts.group}>
          {title}
        </h2>
        {aside ? <span>{aside}</span> : null}
      </div>
      <ul className={parts.card}>{children}</ul>
    </section>
  );
}

/** Everything that would be written, as far as it is known before anything is fetched. */
function Written({ chosen }: { chosen: string[] }) {
  const { data, error } = useQuery({
    queryKey: ["set-up", "plan", chosen],
    queryFn: () => backend.planSetup(chosen),
    staleTime: 0,
  });
  if (error) return <InlineProblem error={error} />;
  return (
    <div className={css.written}>
      {(data ?? []).map((plan) => (
        <Fragment key={plan.title}>
          <h3>{plan.title}</h3>
          <PlanDetails plan={plan} />
        </Fragment>
      ))}
      <p className={parts.foot}>{words.writtenFoot}</p>
    </div>
  );
}

function Content({ view }: { view: SetupView }) {
  const client = useQueryClient();
  const { differences, needed, also_here, hooks, alike, plugins, plugins_alike, same } = view.comparison;
  // Ticked but for what a person has unticked; what comes from elsewhere waits for a tick.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [others, setOthers] = useState(false);
  const isChosen = (one: Difference) => one.blocked === null && one.foreign === turned.has(one.id);
  const chosen = [...differences.filter(isChosen), ...(others ? also_here : [])].map(({ id }) => id);
  const choose = (one: Difference) => (on: boolean) => {
    const next = new Set(turned);
    if (on === one.foreign) next.add(one.id);
    else next.delete(one.id);
    setTurned(next);
  };
  const apply = useMutation({
    mutationFn: () => backend.applySetup(chosen),
    onSuccess: async ({ applied, view: now }) => {
      const { undo } = applied;
      if (undo !== null) noteMade(undo);
      setRefused(new Map(applied.not_done.map(({ id, why }) => [id, why])));
      await client.invalidateQueries();
      client.setQueryData(setupQuery.queryKey, now);
      if (undo !== null) tellUndoable(client, words.done(applied.done.length), undo);
    },
  });
  const close = () => {
    backend.closeSetup().catch(console.error);
    goBack(paths.get());
  };
  const placed = differences.filter(installs);
  const changed = differences.filter((one) => !installs(one));
  const count = (...kinds: Difference["what"][]) => changed.filter(({ what }) => kinds.includes(what)).length;
  const row = (one: Difference) => (
    <Row
      key={one.id}
      one={one}
      chosen={isChosen(one)}
      why={refused.get(one.id) ?? null}
      onChoose={choose(one)}
    />
  );
  return (
    <div className={parts.column}>
      <Page
        title={words.title}
        sub={
          <>
            <code>{view.name}</code> · {words.count(hooks, plugins, alike + plugins_alike)} ·{" "}
            {words.leftAlone}
          </>
        }
      >
        {same ? (
          <div className={css.same}>
            <b>{words.same}</b>
            <p>{words.sameHint(needed.length)}</p>
          </div>
        ) : null}
        {placed.length > 0 ? (
          <Group id="to-install" title={words.toInstall(placed.length)}>
            {placed.map(row)}
          </Group>
        ) : null}
        {changed.length > 0 ? (
          <Group
            id="to-change"
            title={words.toChange(count("switch"), count("order"), count("setting", "agent-setting"))}
          >
            {changed.map(row)}
          </Group>
        ) : null}
        {needed.length > 0 ? (
          <Group id="to-type" title={words.toType(needed.length)} aside={words.keysAside}>
            {needed.map((one) => (
              <Key key={`${one.agent}/${one.hook}/${one.env}`} needed={one} />
            ))}
          </Group>
        ) : null}
        {also_here.length > 0 ? (
          <Group id="also-here" title={words.alsoHere(also_here.length)}>
            <Others all={also_here} on={others} onChange={setOthers} />
          </Group>
        ) : null}
        {chosen.length > 0 ? (
          <div className={css.disclosed}>
            <Disclosure open={words.showAll}>
              <Written chosen={chosen} />
            </Disclosure>
          </div>
        ) : null}
        {apply.error ? <InlineProblem error={apply.error} /> : null}
        <Bar note={apply.isPending ? words.working : words.note}>
          <Button onClick={close}>{same ? strings.close : strings.cancel}</Button>
          {same && chosen.length === 0 ? null : (
            <Button
              look="main"
              aria-disabled={apply.isPending || chosen.length === 0 || undefined}
              onClick={() => apply.isPending || chosen.length === 0 || apply.mutate()}
            >
              {apply.isPending ? words.applying : words.apply(chosen.length)}
            </Button>
          )}
        </Bar>
      </Page>
    </div>
  );
}

/** A set-up that was opened, beside this computer: what would be installed and changed, and what is still to be typed. */
export default function SetUpScreen() {
  const { data, error, refetch } = useQuery(setupQuery);
  if (data) return <Content key={data.name} view={data} />;
  if (error) {
    return <ProblemScreen heading="h1" title={words.gone} error={error} retry={() => void refetch()} />;
  }
  return <Loading />;
}
