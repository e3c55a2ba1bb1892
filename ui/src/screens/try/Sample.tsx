import { CircleAlert } from "lucide-react";
import { lazy, Suspense } from "react";
import type { TextProblem } from "../../backend";
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

type Props = {
  text: string;
  changed: boolean;
  problem: JsonProblem | null;
  onChange: (text: string) => void;
  onReset: () => void;
  onRun: () => void;
};

/** What the event carries, to be edited. */
export function Sample({ text, changed, problem, onChange, onReset, onRun }: Props) {
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
    </section>
  );
}
