import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { Fragment, lazy, Suspense } from "react";
import type { AgentId, TextProblem } from "../../backend";
import { heardQuery } from "../../data/queries";
import { formatDateTime } from "../../format";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { checkJson, type JsonProblem } from "./json-check";
import css from "./try.module.css";

const words = strings.try;
const CodeEditor = lazy(() => import("../../parts/CodeEditor"));

/** What is wrong with the text, also told beside the button that it blocks. */
export const JSON_SAYS = "json-says";

/** The colours are those of a wider syntax; the check is that of JSON. */
function problemsOf(text: string): TextProblem[] {
  const problem = checkJson(text);
  return problem ? [{ kind: "error", ...problem }] : [];
}

/** What really came with it, where Roll call listened: names, to be put into the sample. */
function Heard({ agent, momentKey }: { agent: AgentId; momentKey: string }) {
  const { data = [] } = useQuery(heardQuery);
  const heard = data.find((one) => one.agent === agent && one.key === momentKey);
  if (!heard) return null;
  return (
    <p className={parts.foot}>
      {strings.heard.last(formatDateTime(heard.last), heard.count)}
      {heard.fields.length > 0 ? (
        <>
          {". "}
          {strings.heard.cameWithIt}{" "}
          {heard.fields.map((name, index) => (
            <Fragment key={name}>
              {index > 0 ? ", " : null}
              <code>{name}</code>
            </Fragment>
          ))}
        </>
      ) : null}
    </p>
  );
}

type Props = {
  agent: AgentId;
  momentKey: string;
  text: string;
  changed: boolean;
  problem: JsonProblem | null;
  onChange: (text: string) => void;
  onReset: () => void;
  onRun: () => void;
};

/** What the event carries, to be edited. */
export function Sample({ agent, momentKey, text, changed, problem, onChange, onReset, onRun }: Props) {
  return (
    <section className={css.half}>
      <div className={css.halfHead}>
        <h2 className={parts.group}>{words.sample}</h2>
        {changed ? (
          <Button look="plain" className={css.small} onClick={onReset}>
            {words.reset}
          </Button>
        ) : null}
      </div>
      <div className={`${parts.card} ${css.editor}`}>
        <Suspense fallback={<pre className={css.waiting}>{text}</pre>}>
          <CodeEditor
            text={text}
            syntax="json5"
            label={words.sample}
            describedBy={JSON_SAYS}
            check={problemsOf}
            onChange={(doc) => onChange(doc.toString())}
            keys={{ "Mod-Enter": onRun }}
          />
        </Suspense>
      </div>
      <div id={JSON_SAYS} aria-live="polite">
        {problem ? (
          <p className={`${parts.problem} ${parts.bad} ${css.under}`}>
            <CircleAlert aria-hidden />
            <span>{words.jsonProblem(problem.line, problem.message)}</span>
          </p>
        ) : (
          <span className={parts.visuallyHidden}>{words.sampleHint}</span>
        )}
      </div>
      <Heard agent={agent} momentKey={momentKey} />
    </section>
  );
}
