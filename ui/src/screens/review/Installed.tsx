import { useMutation, useQueries } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert, Undo2 } from "lucide-react";
import { useEffect } from "react";
import { type AgentId, backend, type Finding, type HookDetail } from "../../backend";
import { useActions } from "../../data/actions";
import { hookQuery } from "../../data/queries";
import { isGone } from "../../errors";
import { Banner } from "../../parts/Banner";
import { Button, LinkButton } from "../../parts/Button";
import { Emoji } from "../../parts/Glyph";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Switch } from "../../parts/Switch";
import { RowTag } from "../../parts/Tag";
import { go, isPlugin, paths } from "../../routes";
import { strings } from "../../strings";
import { useHookSwitch } from "../hooks/useHookSwitch";
import { NeedMark } from "./Facts";
import { Bar, Page } from "./Page";
import css from "./review.module.css";

const words = strings.review.installed;
/** A reminder, not the review once more. */
const MOST_WHYS = 3;

/** To the hook's own screen, at *Setup* where something is missing. The review is over, so it is not come back to. */
function leaveTo({ hook, setup }: HookDetail) {
  const part = setup.some((item) => !item.met) ? "setup" : null;
  go(paths.hook(hook.id, part), { replace: true });
}

/** What was accepted to get this far is not forgotten: it decides which answer is the safe one. */
const seriousOf = (details: HookDetail[]) =>
  details.flatMap(({ findings }) => findings.filter(({ severity }) => severity === "high"));

function MadeIcon({ careful }: { careful: boolean }) {
  return careful ? (
    <TriangleAlert className={`${css.icon} ${css.iconBad}`} strokeWidth={1.5} aria-hidden />
  ) : (
    <CircleCheck className={`${css.icon} ${css.iconOk}`} strokeWidth={1.5} aria-hidden />
  );
}

function Careful({ serious }: { serious: Finding[] }) {
  if (serious.length === 0) return null;
  return (
    <div className={css.notice}>
      <Banner tone="bad" icon={<TriangleAlert size="1.125rem" strokeWidth={1.8} aria-hidden />}>
        <b>{words.careful(serious.length)}</b>{" "}
        {[...new Set(serious.map(({ why }) => why))].slice(0, MOST_WHYS).join(" ")}
      </Banner>
    </div>
  );
}

function One({ detail }: { detail: HookDetail }) {
  const { hook, setup } = detail;
  const { setEnabled } = useActions();
  const turnOn = useMutation({
    mutationFn: async () => {
      await setEnabled(hook, true);
      // The person may have said no to what would be switched along with it.
      return backend.hook(hook.id);
    },
    onSuccess: (now) => {
      if (now.hook.enabled) leaveTo(now);
    },
  });
  const unmet = setup.filter((item) => !item.met);
  const on = hook.enabled;
  const serious = seriousOf([detail]);
  const careful = serious.length > 0;
  return (
    <Page
      title={words.title(hook.title)}
      icon={<MadeIcon careful={careful} />}
      sub={on ? words.on : words.off}
    >
      <Careful serious={serious} />
      <ul className={`${parts.card} ${css.doneList}`}>
        <li className={css.doneRow}>
          <Emoji emoji={hook.emoji} />
          <span className={css.packText}>
            <b>{hook.title}</b>
            <span>{hook.description || hook.when}</span>
          </span>
          <RowTag row={hook.row} />
        </li>
        {unmet.map((item) => (
          <li key={`${item.kind}:${item.names.join()}`} className={css.doneRow}>
            <span className={css.doneMark}>
              <NeedMark item={item} />
            </span>
            <span className={css.packText}>
              <b>{item.title}</b>
              <span>{item.sentence}</span>
            </span>
          </li>
        ))}
      </ul>
      {unmet.length === 0 ? null : <p className={parts.foot}>{words.needs}</p>}
      <Bar note={null}>
        {on ? (
          <Button look="main" onClick={() => leaveTo(detail)}>
            {words.open}
          </Button>
        ) : (
          <>
            <Button look={careful ? "main" : "normal"} onClick={() => leaveTo(detail)}>
              {words.later}
            </Button>
            <Button
              look={careful ? "danger" : "main"}
              aria-disabled={turnOn.isPending || undefined}
              onClick={() => turnOn.isPending || turnOn.mutate()}
            >
              {turnOn.isPending ? words.turningOn : careful ? words.turnOnAnyway : words.turnOn}
            </Button>
          </>
        )}
      </Bar>
    </Page>
  );
}

/** One in which something serious was found is looked at, on its screen, before it can be turned on. */
function Row({ detail }: { detail: HookDetail }) {
  const { hook } = detail;
  const { on, setOn } = useHookSwitch(hook);
  const careful = seriousOf([detail]).length > 0 && !hook.enabled;
  return (
    <li className={css.doneRow}>
      <Emoji emoji={hook.emoji} />
      <LinkButton aria-label={words.openLabel(hook.title)} onClick={() => go(paths.hook(hook.id))}>
        {hook.title}
      </LinkButton>
      <RowTag row={hook.row} />
      {careful ? (
        <Button aria-label={words.lookLabel(hook.title)} onClick={() => go(paths.hook(hook.id))}>
          {strings.hooks.look}
        </Button>
      ) : (
        <Switch label={strings.hooks.turn(hook.title)} on={on} onChange={setOn} />
      )}
    </li>
  );
}

function Several({ details, agent }: { details: HookDetail[]; agent: AgentId }) {
  const off = details.every(({ hook }) => !hook.enabled);
  const serious = seriousOf(details);
  return (
    <Page
      title={words.titleMany(details.length)}
      icon={<MadeIcon careful={serious.length > 0} />}
      sub={off ? words.offMany : undefined}
    >
      <Careful serious={serious} />
      <ul className={`${parts.card} ${css.doneList}`}>
        {details.map((detail) => (
          <Row key={detail.hook.id} detail={detail} />
        ))}
      </ul>
      <Bar note={null}>
        <Button look="main" onClick={() => go(paths.agent(agent), { replace: true })}>
          {words.done}
        </Button>
      </Bar>
    </Page>
  );
}

/** A plugin has a page of its own, which says that it is off and what it would do. */
function ToPlugin({ id }: { id: string }) {
  useEffect(() => go(paths.plugin(id), { replace: true }), [id]);
  return <Loading />;
}

export function Installed({ ids, agent }: { ids: string[]; agent: AgentId }) {
  const plugin = ids.find(isPlugin);
  return plugin ? <ToPlugin id={plugin} /> : <InstalledHooks ids={ids} agent={agent} />;
}

/** The last step: hooks from elsewhere come switched off, and are turned on by a person who knows what they do. */
function InstalledHooks({ ids, agent }: { ids: string[]; agent: AgentId }) {
  const found = useQueries({ queries: ids.map((id) => hookQuery(id)) });
  const there = found.flatMap(({ data, error }) => (data && !isGone(error) ? [data] : []));
  const failed = found.find(({ data, error }) => !data && error && !isGone(error));
  const [first] = there;
  if (found.some(({ isPending }) => isPending)) return <Loading />;
  if (failed) {
    return (
      <ProblemScreen
        heading="h1"
        title={strings.errors.load}
        error={failed.error}
        retry={() => void failed.refetch()}
      />
    );
  }
  if (!first) {
    return (
      <Page
        title={words.gone}
        icon={<Undo2 className={css.icon} strokeWidth={1.5} aria-hidden />}
        sub={words.goneHint}
      >
        <Bar note={null}>
          <Button look="main" onClick={() => go(paths.get(agent), { replace: true })}>
            {strings.review.toGet}
          </Button>
        </Bar>
      </Page>
    );
  }
  return ids.length > 1 ? <Several details={there} agent={agent} /> : <One detail={first} />;
}
