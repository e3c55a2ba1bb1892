import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ArrowRight,
  ArrowUpDown,
  ChevronLeft,
  GripVertical,
  Lock,
  Moon,
  Shield,
  Waypoints,
} from "lucide-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { type AgentId, type AgentView, backend, type FileDiff, type TimelineMoment } from "../../backend";
import { done } from "../../data/actions";
import { useAgent, useHooks, useOverview } from "../../data/queries";
import { useUnsaved } from "../../data/unsaved";
import { Button, LinkButton } from "../../parts/Button";
import { tellError } from "../../parts/dialogs";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { Diff } from "../../parts/PlanDetails";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Segments } from "../../parts/Segments";
import { goBack, paths } from "../../routes";
import { strings } from "../../strings";
import { useEscape } from "../hook/Back";
import hookCss from "../hook/hook.module.css";
import { RuntimeLine, runtimeName } from "../hooks/RuntimeLine";
import { NewHookButton } from "../new-hook/NewHookButton";
import { Chip } from "./Chip";
import css from "./timeline.module.css";
import { words } from "./words";

/** By the key of a moment: its hooks in the order that is wished. */
type Orders = ReadonlyMap<string, string[]>;

const idsOf = (moment: TimelineMoment) => moment.hooks.map(({ id }) => id);

function Legend({ moments }: { moments: TimelineMoment[] }) {
  const turns = moments.filter(({ in_turn, hooks }) => in_turn && hooks.length > 1);
  const movable = turns.some(({ fixed }) => fixed === null);
  const why = turns.find(({ fixed }) => fixed !== null)?.fixed;
  return (
    <ul className={css.legend}>
      {moments.some(({ hooks }) => hooks.some((hook) => hook.can_stop)) ? (
        <li>
          <Shield size="0.875rem" strokeWidth={2} aria-hidden className={css.stop} /> {words.canStop}
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
      {turns.length > 0 ? (
        <li>
          <ArrowRight size="0.875rem" strokeWidth={2} aria-hidden /> {words.next}
        </li>
      ) : null}
    </ul>
  );
}

type MomentProps = {
  moment: TimelineMoment;
  order: string[] | undefined;
  version: string;
  onOrder: (ids: string[], moved: string) => void;
};

function Moment({ moment, order, version, onOrder }: MomentProps) {
  const dragged = useRef<string | null>(null);
  const before = idsOf(moment);
  const ids = order ?? before;
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
      </div>
      <div className={css.chips}>
        {hooks.map((hook, index) => (
          <Fragment key={hook.id}>
            {index > 0 && moment.in_turn ? (
              <ArrowRight size="0.875rem" strokeWidth={2} aria-label={words.after} className={css.then} />
            ) : null}
            <Chip
              hook={hook}
              was={before.indexOf(hook.id) === index ? null : before.indexOf(hook.id)}
              movable={movable && hook.movable}
              onMove={(by) => put(hook.id, index + by)}
              onDragStart={() => {
                dragged.current = hook.id;
              }}
              onDrop={() => {
                const id = dragged.current;
                dragged.current = null;
                if (id !== null && id !== hook.id && ids.includes(id)) put(id, index);
              }}
            />
          </Fragment>
        ))}
      </div>
    </li>
  );
}

type BarProps = { agent: AgentId; orders: Orders; onDone: () => void };

/** All moves wait here as one change. */
function Bar({ agent, orders, onDone }: BarProps) {
  const client = useQueryClient();
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const plan = useQuery({
    queryKey: ["order-plan", agent, JSON.stringify([...orders])],
    queryFn: async () => {
      const files: FileDiff[] = [];
      const stays: string[] = [];
      for (const [key, ids] of orders) {
        const result = await backend.setOrder(agent, key, ids, false);
        if (result.kind !== "confirm") continue;
        files.push(...result.plan.files);
        stays.push(...result.plan.stays);
      }
      return { files, stays };
    },
    gcTime: 0,
  });
  const save = async () => {
    setBusy(true);
    try {
      for (const [key, ids] of orders) {
        const result = await backend.setOrder(agent, key, ids, true);
        if (result.kind === "done") await done(client, result.change);
      }
      onDone();
    } catch (error) {
      tellError(error, words.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.bar}>
      {shown ? (
        <div className={css.diff}>
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
  const { agents } = useOverview();
  const [shown, setShown] = useState<Shown>("hooks");
  const [orders, setOrders] = useState<Orders>(new Map());
  const [said, setSaid] = useState("");
  useUnsaved(orders.size > 0 ? words.unsaved : null);
  const leave = () => goBack(paths.agent(view.agent));
  useEscape(leave);
  const list = shown === "all" ? moments : moments.filter(({ hooks }) => hooks.length > 0);
  const order = (moment: TimelineMoment, ids: string[], moved: string) => {
    const next = new Map(orders);
    if (ids.join("\n") === idsOf(moment).join("\n")) next.delete(moment.key);
    else next.set(moment.key, ids);
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
        <button type="button" className={hookCss.back} onClick={leave}>
          <ChevronLeft size="1rem" strokeWidth={2} aria-hidden />
          {view.name}
        </button>
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
            title={words.none}
            actions={<NewHookButton agent={view.agent} look="main" />}
          >
            {words.noneHint}
          </Empty>
        ) : (
          <ol className={`${parts.card} ${css.moments}`}>
            {list.map((moment) => (
              <Moment
                key={moment.key}
                moment={moment}
                order={orders.get(moment.key)}
                version={runtimeName(agents, view.agent)}
                onOrder={(ids, moved) => order(moment, ids, moved)}
              />
            ))}
          </ol>
        )}
        <p role="status" className={parts.visuallyHidden}>
          {said}
        </p>
      </div>
      {orders.size > 0 ? (
        <Bar agent={view.agent} orders={orders} onDone={() => setOrders(new Map())} />
      ) : null}
    </div>
  );
}

/** All moments of an agent, and who runs at each of them. */
export default function TimelineScreen({ agent }: { agent: AgentId }) {
  const view = useAgent(agent);
  const { dataUpdatedAt } = useHooks();
  const { data, error, refetch } = useQuery({
    queryKey: ["timeline", agent, dataUpdatedAt],
    queryFn: () => backend.timeline(agent),
    gcTime: 0,
  });
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
