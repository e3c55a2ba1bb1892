import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PackageOpen, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { type AgentView, backend, type TryHook, type TryMoment } from "../../backend";
import { tryBoxQuery, useHooks, useOverview } from "../../data/queries";
import { Button } from "../../parts/Button";
import { tellError } from "../../parts/dialogs";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { go, paths, type Wish } from "../../routes";
import { strings } from "../../strings";
import { Beside } from "./Beside";
import { ConfirmRun } from "./ConfirmRun";
import { checkJson } from "./json-check";
import { pickMoment, whyNot } from "./moments";
import { After, Results } from "./Results";
import { JSON_SAYS, Sample } from "./Sample";
import {
  cancelTry,
  clearTry,
  isOver,
  keepDraft,
  type Question,
  startTry,
  type Try,
  useDraft,
  useTry,
} from "./tries";
import css from "./try.module.css";
import { placed, useChoice } from "./useChoice";
import { WHY, WhatHappens } from "./WhatHappens";

const words = strings.try;
/** A run that is over at once needs no Cancel, and a button that flits past only startles. */
const CANCEL_AFTER_MS = 2000;

function useIsLong(one: Try | null): boolean {
  const [long, setLong] = useState<number | null>(null);
  const since = one && !isOver(one) ? one.since : null;
  useEffect(() => {
    if (since === null) return;
    const left = since + CANCEL_AFTER_MS - Date.now();
    const timer = setTimeout(() => setLong(since), Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [since]);
  return since !== null && long === since;
}

type ActionsProps = {
  agent: AgentView;
  moment: TryMoment;
  one: Try | null;
  blocked: string | null;
  onRun: () => void;
};

/** Run, or in its place Cancel: one button, so that the focus stays where it is. */
function Actions({ agent, moment, one, blocked, onRun }: ActionsProps) {
  const running = one !== null && !isOver(one);
  const long = useIsLong(one);
  const cancel = () =>
    cancelTry(agent.agent, moment.key).catch((error) => tellError(error, strings.errors.tryIt));
  return (
    <div className={parts.barEnd}>
      {one && !running ? (
        <Button look="plain" onClick={() => clearTry(agent.agent, moment.key)}>
          {words.clear}
        </Button>
      ) : null}
      {running && (long || one.cancelling) ? (
        <Button aria-disabled={one.cancelling || undefined} onClick={() => void cancel()}>
          {one.cancelling ? words.cancelling : strings.cancel}
        </Button>
      ) : moment.hooks.length > 0 || one ? (
        <Button
          look="main"
          aria-disabled={running || blocked !== null || undefined}
          aria-describedby={blocked ?? undefined}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={words.runKeys}
          className={css.run}
          onClick={onRun}
        >
          <Play size="0.875rem" strokeWidth={2.2} aria-hidden />
          {running ? words.running : words.run}
        </Button>
      ) : null}
    </div>
  );
}

type FormProps = {
  agents: AgentView[];
  agent: AgentView;
  moments: TryMoment[];
  moment: TryMoment;
  hook: TryHook | null;
};

function Form({ agents, agent, moments, moment, hook }: FormProps) {
  const { place, setPlace, beside: chosen, setBeside, choose } = useChoice();
  const { data: box } = useQuery(tryBoxQuery);
  // Twice is harmless only where nothing of a person's is within reach.
  const versions = box?.closed && place === "box" ? besides(agent) : [];
  const beside = versions.find((version) => version === chosen.get(agent.agent)) ?? null;
  const one = useTry(agent.agent, moment.key);
  const text = useDraft(agent.agent, moment.key) ?? moment.sample;
  // Counts up where the sample is taken again: the editor starts over.
  const [fresh, setFresh] = useState(0);
  const [question, setQuestion] = useState<Question | null>(null);
  const problem = checkJson(text);
  const why = whyNot(moment, hook);
  const running = one !== null && !isOver(one);

  const run = async (confirmed: boolean) => {
    if (running || problem || why !== null) return;
    const wish = { agent: agent.agent, key: moment.key, hook: hook?.id ?? null, data: text };
    setQuestion(
      await startTry(
        { ...wish, confirmed, ...placed(place), sentence: null, file: null, plugin: null, beside },
        moment.label,
      ),
    );
  };
  /** The one hook again, with what the first run was kept from. */
  const send = async (id: string) => {
    if (running || problem) return;
    const wish = { agent: agent.agent, key: moment.key, hook: id, data: text, confirmed: true };
    await startTry(
      { ...wish, ...placed("network"), sentence: null, file: null, plugin: null, beside: null },
      moment.label,
    );
  };
  const change = (next: string | null) =>
    keepDraft(agent.agent, moment.key, next === moment.sample ? null : next);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      void run(false);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });

  return (
    <>
      <div className={parts.bar}>
        <h1>{words.title}</h1>
        <Actions
          agent={agent}
          moment={moment}
          one={one}
          blocked={problem ? JSON_SAYS : why === null ? null : WHY}
          onRun={() => void run(false)}
        />
      </div>
      <p className={parts.sub}>
        {box?.closed === false || !placed(place).boxed ? words.subtitleReal : words.subtitle}
      </p>
      <div className={css.room}>
        <WhatHappens
          agents={agents}
          agent={agent}
          moments={moments}
          moment={moment}
          hook={hook}
          why={why}
          place={place}
          box={box ?? null}
          onAgent={(view) => choose({ agent: view.agent })}
          onMoment={(key) => choose({ agent: agent.agent, key })}
          onHook={(id) => choose({ agent: agent.agent, key: moment.key, hook: id })}
          onPlace={setPlace}
          versions={versions}
          beside={beside}
          onBeside={(version) => setBeside(agent.agent, version)}
        />
        <div className={css.halves}>
          <Sample
            key={`${agent.agent} ${moment.key} ${fresh}`}
            agent={agent.agent}
            momentKey={moment.key}
            text={text}
            changed={text !== moment.sample}
            problem={problem}
            onChange={change}
            onReset={() => {
              change(null);
              setFresh(fresh + 1);
            }}
            onRun={() => void run(false)}
          />
          <After one={one} />
        </div>
      </div>
      <Results agent={agent.agent} moment={moment} one={one} onSend={(id) => void send(id)} />
      {one?.state?.beside ? <Beside agent={agent} beside={one.state.beside} /> : null}
      {question ? (
        <ConfirmRun
          {...question}
          answer={(yes) => {
            setQuestion(null);
            if (yes) void run(true);
          }}
        />
      ) : null}
    </>
  );
}

/** The versions that can be held beside the one in force, the newest first. */
const besides = ({ runtime }: AgentView) =>
  [...runtime.known].reverse().filter((version) => version !== runtime.version);

function Head() {
  return (
    <>
      <div className={parts.bar}>
        <h1>{words.title}</h1>
      </div>
      <p className={parts.sub}>{words.subtitle}</p>
    </>
  );
}

function OfAgent({ agents, agent, wish }: { agents: AgentView[]; agent: AgentView; wish: Wish }) {
  // Whatever changes in a hook may change who listens.
  const { dataUpdatedAt } = useHooks();
  const { data, error, refetch } = useQuery({
    queryKey: ["try-moments", agent.agent, dataUpdatedAt],
    queryFn: async () => ({ agent: agent.agent, moments: await backend.tryMoments(agent.agent) }),
    // Until the answer is there the old one stays, and with it the focus in its fields.
    placeholderData: keepPreviousData,
  });
  const shown = agents.find((view) => view.agent === data?.agent);
  const moment = data ? pickMoment(data.moments, wish.key, wish.hook) : null;
  if (data && shown && moment && !error) {
    const hook = moment.hooks.find(({ id }) => id === wish.hook) ?? null;
    return <Form agents={agents} agent={shown} moments={data.moments} moment={moment} hook={hook} />;
  }
  return (
    <>
      <Head />
      {error ? (
        <ProblemScreen title={strings.errors.load} error={error} retry={() => void refetch()} />
      ) : (
        <Loading text={words.loading} />
      )}
    </>
  );
}

/** An event, fired at hooks for real, before they are live. */
export default function TryScreen({ wish: asked }: { wish: Wish }) {
  const { agents } = useOverview();
  const { last, remember } = useChoice();
  useEffect(() => {
    if (asked.agent) remember(asked);
  });
  useEffect(() => () => void backend.tryClear().catch(() => {}), []);
  useEffect(() => {
    document.title = `${words.title} – ${strings.app}`;
    document.querySelector("main")?.scrollTo({ top: 0 });
  }, []);
  // Without a wish of its own the address means: where it was left.
  const wish = asked.agent ? asked : (last() ?? asked);
  const choices = agents.filter((view) => view.found || view.hooks > 0 || view.agent === wish.agent);
  const agent = choices.find((view) => view.agent === wish.agent) ?? choices[0];
  return (
    <div className={parts.column}>
      {agent ? (
        <OfAgent agents={choices} agent={agent} wish={wish} />
      ) : (
        <>
          <Head />
          <Empty
            icon={PackageOpen}
            title={words.noAgent}
            actions={
              <Button look="main" onClick={() => go(paths.get())}>
                {strings.frame.get}
              </Button>
            }
          >
            {words.noAgentHint}
          </Empty>
        </>
      )}
    </div>
  );
}
