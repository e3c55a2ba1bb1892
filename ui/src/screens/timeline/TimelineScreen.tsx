import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ArrowRight,
  ArrowUpDown,
  GripVertical,
  Lock,
  Moon,
  Pencil,
  Shield,
  TimerOff,
  Waypoints,
} from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { type AgentId, type AgentView, backend, type TimelineMoment } from "../../backend";
import { done } from "../../data/actions";
import { useAskToLeave } from "../../data/ask-to-leave";
import { timelineQuery, useAgent } from "../../data/queries";
import { useTyped, useUnsaved } from "../../data/unsaved";
import { BackButton } from "../../parts/BackButton";
import { Button, LinkButton } from "../../parts/Button";
import { tellError } from "../../parts/dialogs";
import { Empty } from "../../parts/Empty";
import { Heard } from "../../parts/Heard";
import { Loading } from "../../parts/Loading";
import { Diff } from "../../parts/PlanDetails";
import { InlineProblem, ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Segments } from "../../parts/Segments";
import { goBack, paths } from "../../routes";
import { strings } from "../../strings";
import { RuntimeLine } from "../hooks/RuntimeLine";
import { NewHookButton } from "../new-hook/NewHookButton";
import { Chip } from "./Chip";
import css from "./timeline.module.css";

const words = strings.timeline;

/** The hooks of a moment in the order that is wished. */
type Wish = { ids: string[]; moved: ReadonlySet<string> };
/** By the key of a moment. */
type Orders = ReadonlyMap<string, Wish>;

/** The same, as it is kept until it is saved. */
type Written = [key: string, ids: string[], moved: string[]][];

const idsOf = (moment: TimelineMoment) => moment.hooks.map(({ id }) => id);

/** What is wished of the moments as they are now: hooks may have come and gone since. */
function ofNow(orders: Orders, moments: TimelineMoment[]): Orders {
  const now = new Map<string, Wish>();
  for (const moment of moments) {
    const wish = orders.get(moment.key);
    if (!wish) continue;
    const before = idsOf(moment);
    const there = wish.ids.filter((id) => before.includes(id));
    const ids = [...there, ...before.filter((id) => !there.includes(id))];
    if (ids.join("\n") !== before.join("\n")) now.set(moment.key, { ...wish, ids });
  }
  return now;
}

function Legend({ moments }: { moments: TimelineMoment[] }) {
  const turns = moments.filter(({ in_turn, hooks }) => in_turn && hooks.length > 1);
  const movable = turns.some(({ fixed }) => fixed === null);
  const breaks = moments.find((moment) => moment.breaks !== null && moment.hooks.length > 0)?.breaks;
  const why = turns.find(({ fixed }) => fixed !== null)?.fixed;
  return (
    <ul className={css.legend}>
      {moments.some(({ hooks }) => hooks.some((hook) => hook.can_stop)) ? (
        <li>
          <Shield size="0.875rem" strokeWidth={2} aria-hidden className={css.stop} /> {words.canStop}
        </li>
      ) : null}
      {moments.some(({ hooks }) => hooks.some((hook) => hook.can_change && !hook.can_stop)) ? (
        <li>
          <Pencil size="0.875rem" strokeWidth={2} aria-hidden className={css.stop} /> {words.canChange}
        </li>
      ) : null}
      {movable ? (
        <li>
          <GripVertical size="0.875rem" strokeWidth={2.2} aria-hidden /> {words.drag}
        </li>
      ) : why ? (
        <li>
          <Lock size="0.875rem" strokeWidth={2} aria-hidden /> {words.fixed}: {why}
        </li>
      ) : null}
      {breaks ? (
        <li>
          <TimerOff size="0.875rem" strokeWidth={2} aria-hidden /> {breaks}
        </li>
      ) : null}
      {turns.length > 0 ? (
        <li>
          <ArrowRight size="0.875rem" strokeWidth={2} aria-hidden /> {words.next}
        </li>
      ) : null}
    </ul>
  );
}

type MomentProps = {
  agent: AgentId;
  moment: TimelineMoment;
  order: Wish | undefined;
  version: string;
  onOrder: (ids: string[], moved: string) => void;
};

function Moment({ agent, moment, order, version, onOrder }: MomentProps) {
  const before = idsOf(moment);
  const ids = order?.ids ?? before;
  const movable = moment.fixed === null && moment.hooks.length > 1;
  const put = (id: string, to: number) => {
    const rest = ids.filter((other) => other !== id);
    const place = Math.max(0, Math.min(rest.length, to));
    onOrder([...rest.slice(0, place), id, ...rest.slice(place)], id);
  };
  const hooks = ids.flatMap((id) => moment.hooks.find((hook) => hook.id === id) ?? []);
  return (
    <li className={`${css.moment} ${moment.sent ? "" : css.never}`}>
      <span className={css.rail} aria-hidden />
      <div>
        <h2 className={css.label}>{moment.label}</h2>
        <span className={css.how}>
          {moment.sent ? (
            hooks.length === 0 ? (
              words.nobody
            ) : (
              moment.pace
            )
          ) : (
            <>
              <Moon size="0.75rem" strokeWidth={2.2} aria-hidden /> {words.never(version)}
            </>
          )}
        </span>
        <Heard agent={agent} moment={moment} />
      </div>
      <div className={css.chips}>
        {hooks.map((hook, index) => (
          <Fragment key={hook.id}>
            {index > 0 && moment.in_turn ? (
              <ArrowRight size="0.875rem" strokeWidth={2} aria-label={words.after} className={css.then} />
            ) : null}
            <Chip
              hook={hook}
              was={
                order?.moved.has(hook.id) && before.indexOf(hook.id) !== index
                  ? before.indexOf(hook.id)
                  : null
              }
              movable={movable && hook.movable}
              onMove={(by) => put(hook.id, index + by)}
              onDrop={(over) => over !== hook.id && ids.includes(over) && put(hook.id, ids.indexOf(over))}
            />
          </Fragment>
        ))}
      </div>
    </li>
  );
}

type BarProps = {
  agent: AgentId;
  orders: Orders;
  busy: boolean;
  setBusy: (busy: boolean) => void;
  onDone: () => void;
};

/** All moves wait here as one change. */
function Bar({ agent, orders, busy, setBusy, onDone }: BarProps) {
  const client = useQueryClient();
  const [shown, setShown] = useState(false);
  const wished = [...orders].map(([key, { ids }]) => ({ key, ids }));
  const plan = useQuery({
    queryKey: ["order-plan", agent, JSON.stringify(wished)],
    queryFn: async () => {
      const result = await backend.setOrders(agent, wished, false);
      return result.kind === "confirm" ? result.plan : null;
    },
    gcTime: 0,
  });
  const save = async () => {
    setBusy(true);
    try {
      const result = await backend.setOrders(agent, wished, true);
      if (result.kind === "confirm") {
        // It would be another change by now.
        setShown(true);
        await plan.refetch();
        return;
      }
      await done(client, result.change);
      onDone();
    } catch (error) {
      tellError(error, words.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.bar} data-bar>
      {shown ? (
        <div className={css.diff}>
          {plan.error ? <InlineProblem error={plan.error} /> : null}
          {plan.data?.files.map((file) => (
            <Diff key={file.path} title={file.path} diff={file.diff} />
          ))}
          {plan.data?.stays.map((sentence) => (
            <p key={sentence} className={css.how}>
              {sentence}
            </p>
          ))}
        </div>
      ) : null}
      <div className={css.barRow}>
        <span className={`${parts.tag} ${parts.accent}`}>
          <ArrowUpDown aria-hidden />
          {words.changed(orders.size)}
        </span>
        <LinkButton aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? words.hideChange : words.showChange}
        </LinkButton>
        <div className={css.barEnd}>
          <Button onClick={onDone}>{words.putBack}</Button>
          <Button look="main" aria-disabled={busy || undefined} onClick={() => busy || void save()}>
            {words.save}
          </Button>
        </div>
      </div>
    </div>
  );
}

type Shown = "hooks" | "all";

function Timeline({ view, moments }: { view: AgentView; moments: TimelineMoment[] }) {
  const [shown, setShown] = useState<Shown>("hooks");
  const wished = useTyped<Written>(`timeline ${view.agent}`, []);
  const setOrders = (orders: Orders) =>
    wished.change([...orders].map(([key, { ids, moved }]) => [key, ids, [...moved]]));
  const typed: Orders = new Map(
    wished.value.map(([key, ids, moved]) => [key, { ids, moved: new Set(moved) }]),
  );
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const orders = ofNow(typed, moments);
  const dirty = orders.size > 0;
  useUnsaved(dirty ? words.unsaved : null);
  useAskToLeave({ dirty, saving: busy }, words, (left) => {
    if (left) wished.forget();
  });
  const leave = () => goBack(paths.agent(view.agent));
  const list = shown === "all" ? moments : moments.filter(({ hooks }) => hooks.length > 0);
  const order = (moment: TimelineMoment, ids: string[], moved: string) => {
    const next = new Map(orders);
    if (ids.join("\n") === idsOf(moment).join("\n")) next.delete(moment.key);
    else next.set(moment.key, { ids, moved: new Set([...(orders.get(moment.key)?.moved ?? []), moved]) });
    setOrders(next);
    const title = moment.hooks.find(({ id }) => id === moved)?.title ?? "";
    setSaid(words.moved(title, ids.indexOf(moved) + 1, ids.length));
    // It is drawn in its new place, and stays what the keys are for.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-hook="${CSS.escape(moved)}"]:not(:focus)`)?.focus(),
    );
  };
  return (
    <div className={css.screen}>
      <div className={css.column}>
        <BackButton label={view.name} leave={leave} />
        <div className={parts.bar}>
          <h1 tabIndex={-1}>{words.title}</h1>
          <Segments<Shown>
            label={words.show}
            value={shown}
            onChange={setShown}
            segments={[
              { id: "hooks", label: words.withHooks },
              { id: "all", label: words.all },
            ]}
          />
        </div>
        <RuntimeLine view={view} />
        <Legend moments={moments} />
        {list.length === 0 ? (
          <Empty
            icon={Waypoints}
            title={view.hooks_on ? words.none : words.off(view.name)}
            actions={view.hooks_on ? <NewHookButton agent={view.agent} look="main" /> : null}
          >
            {view.hooks_on ? words.noneHint : words.offHint}
          </Empty>
        ) : (
          <ol className={`${parts.card} ${css.moments}`}>
            {list.map((moment) => (
              <Moment
                key={moment.key}
                agent={view.agent}
                moment={moment}
                order={orders.get(moment.key)}
                version={view.runtime.named}
                onOrder={(ids, moved) => order(moment, ids, moved)}
              />
            ))}
          </ol>
        )}
        <p role="status" className={parts.visuallyHidden}>
          {said}
        </p>
      </div>
      {dirty ? (
        <Bar
          agent={view.agent}
          orders={orders}
          busy={busy}
          setBusy={setBusy}
          onDone={() => setOrders(new Map())}
        />
      ) : null}
    </div>
  );
}

/** All moments of an agent, and who runs at each of them. */
export default function TimelineScreen({ agent }: { agent: AgentId }) {
  const view = useAgent(agent);
  const { data, error, refetch } = useQuery(timelineQuery(agent));
  useEffect(() => {
    document.title = `${words.title} – ${strings.app}`;
  }, []);
  if (data && view) return <Timeline view={view} moments={data} />;
  return (
    <div className={parts.column}>
      {error ? (
        <ProblemScreen heading="h1" title={strings.errors.load} error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  );
}
