import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type AgentId, type AgentView, backend, type Hook, type OwnWord } from "../../backend";
import { useAgo } from "../../data/ago";
import { contradicts } from "../../data/ask-after";
import { askableQuery, askedQuery, askNowQuery, lastChangeQuery, movedQuery } from "../../data/queries";
import { takeBack } from "../../data/undo";
import { formatDateTime } from "../../format";
import { Banner } from "../../parts/Banner";
import { Button, LinkButton } from "../../parts/Button";
import { CopyButton } from "../../parts/Copy";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import { ConfirmRun } from "../try/ConfirmRun";
import css from "./ask.module.css";

const words = strings.ask;
/** To which it is known when an answer came, in ms. */
const SECOND = 1000;

type Done = Extract<OwnWord, { kind: "done" }>;
type Question = Extract<OwnWord, { kind: "confirm" }>;

/** What a person can hand to whoever looks after either program. */
function report(name: string, { answer }: Done): string {
  const lines = answer.differences.map(
    ({ hook, ours, theirs }) => `${hook ?? words.config}: ${words.ours}: ${ours} / ${name}: ${theirs}`,
  );
  return [`${name} ${answer.version ?? ""}, ${answer.asked_at}`, ...lines].join("\n");
}

/** What was changed before it was asked is taken back with the first button, where it does not take that. */
function UndoLast({ agent, done }: { agent: AgentId; done: Done }) {
  const client = useQueryClient();
  const { data: last = null } = useQuery(lastChangeQuery(agent));
  if (!last?.undo || !contradicts(done.answer)) return null;
  const { undo } = last;
  return (
    <div className={css.undo}>
      <Button look="main" onClick={() => void takeBack(client, undo)}>
        {words.undo(last.summary)}
      </Button>
    </div>
  );
}

/** The answer is told when it comes, and not again each time that its age is another one. */
function Asked({ iso }: { iso: string }) {
  const ago = useAgo();
  return (
    <>
      <span aria-hidden>{words.asked(ago(iso))}</span>
      <span className={parts.visuallyHidden}>{words.asked(formatDateTime(iso))}</span>
    </>
  );
}

/** Its answer beside ours. */
function Answer({ view, done, hook }: { view: AgentView; done: Done; hook: Hook | null }) {
  const { name } = view;
  const { answer, judged_by } = done;
  const who = answer.version === null ? name : `${name} ${answer.version}`;
  const issues = answer.config?.issues ?? [];
  const { data: moved = 0 } = useQuery(movedQuery(view.agent));
  const isOld = moved > Date.parse(answer.asked_at) + SECOND;
  // What it said of something else is not green any more.
  if (isOld && answer.agrees)
    return (
      <p className={parts.sub}>
        <Asked iso={answer.asked_at} /> {words.since}
      </p>
    );
  return (
    <>
      <UndoLast agent={view.agent} done={done} />
      {answer.agrees ? (
        <p className={css.agrees}>
          <Check size="0.875rem" strokeWidth={2.2} aria-hidden />
          {hook ? words.sameOf(who, hook.title) : words.same(who, (view.plugins ?? 0) > 0)}{" "}
          <Asked iso={answer.asked_at} />
        </p>
      ) : (
        <div className={css.differs}>
          <Banner
            tone="bad"
            icon={<TriangleAlert size="1rem" strokeWidth={1.8} aria-hidden />}
            end={<CopyButton text={report(name, done)} label={words.copy} />}
          >
            <b>{words.differs(who)}</b> <Asked iso={answer.asked_at} /> {isOld ? words.since : null}
            <ul className={css.differences}>
              {answer.differences.map(({ hook, ours, theirs }) => (
                <li key={`${hook} ${ours}`}>
                  {hook === null ? words.config : <code>{hook}</code>}: {words.ours} “
                  <Words text={ours} />” · {name} “<Words text={theirs} />”
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      {issues.map(({ path, message }) => (
        <p key={`${path} ${message}`} className={parts.sub}>
          {words.refuses(name)} {path ? <code>{path}</code> : null} {message}
        </p>
      ))}
      {judged_by === null ? null : (
        <p className={parts.sub}>
          {words.judged(who, judged_by, view.runtime.known.includes(answer.version ?? ""))}
        </p>
      )}
    </>
  );
}

/** Asks the agent's own program, about one hook or all. It starts that program: only on a click, and after the
 * question that every program of others gets. */
export default function AskAgent({ view, hook = null }: { view: AgentView; hook?: Hook | null }) {
  const client = useQueryClient();
  const { agent, name } = view;
  const id = hook?.id ?? null;
  const { data: askable = [] } = useQuery(askableQuery);
  const { data: done = null } = useQuery(askedQuery(agent, hook));
  const { data: last = null } = useQuery(lastChangeQuery(agent));
  const { data: wished } = useQuery(askNowQuery(agent));
  const [question, setQuestion] = useState<Question | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const ask = useMutation({
    mutationFn: (confirmed: boolean) => backend.askAgent(agent, id, confirmed),
    onSuccess: (said) => {
      if (said.kind === "confirm") setQuestion(said);
      else client.setQueryData(askedQuery(agent, hook).queryKey, said);
    },
  });
  const here = askable.includes(agent);
  const { mutate } = ask;
  useEffect(() => {
    if (!wished || !here || hook) return;
    client.setQueryData(askNowQuery(agent).queryKey, false);
    mutate(false);
  }, [wished, here, hook, agent, client, mutate]);
  if (!here) return null;
  const stop = () => void backend.stopAsking(agent).catch(console.error);
  const answer = (yes: boolean) => {
    setQuestion(null);
    if (yes) ask.mutate(true);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <div className={css.ask}>
      <p className={parts.sub}>
        {ask.isPending ? (
          <>
            {words.asking(name)} <LinkButton onClick={stop}>{strings.cancel}</LinkButton>
          </>
        ) : (
          <>
            <LinkButton ref={button} onClick={() => ask.mutate(false)}>
              {done ? words.again(name) : strings.askIt(name)}
            </LinkButton>
            {done ? null : ` ${last === null ? words.hint : words.hintAfter(last.summary)}`}
          </>
        )}
      </p>
      <div role="status">
        {ask.error && !ask.isPending ? <InlineProblem error={ask.error} /> : null}
        {done && !ask.error && !ask.isPending ? <Answer view={view} done={done} hook={hook} /> : null}
      </div>
      {question ? (
        <ConfirmRun
          title={question.title}
          sentences={question.sentences}
          action={words.start}
          answer={answer}
        />
      ) : null}
    </div>
  );
}
