import { CircleAlert } from "lucide-react";
import { lazy, Suspense } from "react";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import type { JsonProblem } from "./json-check";
import css from "./try.module.css";

const words = strings.try;
const JsonText = lazy(() => import("./JsonText"));

/** What is wrong with the text, also told beside the button that it blocks. */
export const JSON_SAYS = "json-says";

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
          <JsonText
            text={text}
            label={words.sample}
            describedBy={JSON_SAYS}
            onChange={onChange}
            onRun={onRun}
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
