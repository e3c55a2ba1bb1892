import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { type AgentView, backend, type Answer as Said } from "../../backend";
import { askableQuery, askedQuery } from "../../data/queries";
import { formatDateTime } from "../../format";
import { Banner } from "../../parts/Banner";
import { LinkButton } from "../../parts/Button";
import { CopyButton } from "../../parts/Copy";
import { InlineProblem } from "../../parts/Problem";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./hooks.module.css";

const words = strings.ask;

/** What a person can hand to whoever looks after either program. */
function report(name: string, answer: Said): string {
  const lines = answer.differences.map(
    ({ hook, ours, theirs }) => `${hook ?? words.config}: Tacklebox: ${ours} / ${name}: ${theirs}`,
  );
  return [`${name} ${answer.version ?? ""}, ${answer.asked_at}`, ...lines].join("\n");
}

function Answer({ name, answer }: { name: string; answer: Said }) {
  const who = answer.version === null ? name : `${name} ${answer.version}`;
  const at = formatDateTime(answer.asked_at);
  if (answer.agrees) {
    return (
      <p className={css.agrees}>
        <Check size="0.875rem" strokeWidth={2.2} aria-hidden />
        {words.same(who, at)}
      </p>
    );
  }
  return (
    <div className={css.differs}>
      <Banner
        tone="bad"
        icon={<TriangleAlert size="1rem" strokeWidth={1.8} aria-hidden />}
        end={<CopyButton text={report(name, answer)} label={words.copy} />}
      >
        <b>{words.differs(who, at)}</b>
        <ul className={css.differences}>
          {answer.differences.map(({ hook, ours, theirs }) => (
            <li key={`${hook} ${ours}`}>
              {hook === null ? words.config : <code>{hook}</code>}: <Words text={ours} /> · {name}:{" "}
              <Words text={theirs} />
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

/** Asks the agent's own program and holds its answer beside ours. Only on a click: it starts that program. */
export function useAsk(view: AgentView) {
  const client = useQueryClient();
  const { data: askable = [] } = useQuery(askableQuery);
  const { data: answer } = useQuery(askedQuery(view.agent));
  const ask = useMutation({
    mutationFn: () => backend.askAgent(view.agent),
    onSuccess: (said) => client.setQueryData(askedQuery(view.agent).queryKey, said),
  });
  return { can: askable.includes(view.agent), answer: answer ?? null, ask };
}

type Asking = ReturnType<typeof useAsk>;

export function AskButton({ view, asking }: { view: AgentView; asking: Asking }) {
  const { can, ask } = asking;
  if (!can) return null;
  const stop = () => backend.cancelAsk(view.agent).catch(console.error);
  return (
    <>
      {" · "}
      {ask.isPending ? (
        <>
          {words.asking(view.name)} <LinkButton onClick={() => void stop()}>{strings.cancel}</LinkButton>
        </>
      ) : (
        <LinkButton onClick={() => ask.mutate()}>{words.ask(view.name)}</LinkButton>
      )}
    </>
  );
}

export function AskAnswerLine({ view, asking }: { view: AgentView; asking: Asking }) {
  const { answer, ask } = asking;
  return (
    <div role="status">
      {ask.error && !ask.isPending ? <InlineProblem error={ask.error} /> : null}
      {answer && !ask.error ? <Answer name={view.name} answer={answer} /> : null}
    </div>
  );
}
