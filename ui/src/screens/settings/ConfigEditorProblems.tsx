import { CircleAlert, TriangleAlert } from "lucide-react";
import type { TextProblem } from "../../backend";
import { LinkButton } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./ConfigEditor.module.css";

const words = strings.config.problems;

type Props = {
  problems: TextProblem[];
  /** What an error means for a save. */
  errorHint?: string;
  onGoTo: (problem: TextProblem) => void;
};

function Row({ problem, onGoTo }: { problem: TextProblem; onGoTo: () => void }) {
  const error = problem.kind === "error";
  const Icon = error ? CircleAlert : TriangleAlert;
  return (
    <li>
      <span className={`${parts.tag} ${error ? parts.bad : parts.warn}`}>
        <Icon aria-hidden />
        {error ? words.error : words.warning}
      </span>
      <span className={css.message}>{problem.message}</span>
      <LinkButton onClick={onGoTo} aria-label={words.goTo(problem.line)}>
        {words.line(problem.line)}
      </LinkButton>
    </li>
  );
}

/** What the gutter shows, as a list for ear and keyboard. */
export function ConfigEditorProblems({ problems, errorHint = words.errorHint, onGoTo }: Props) {
  const errors = problems.filter((problem) => problem.kind === "error").length;
  return (
    <section aria-labelledby="config-problems">
      <h2 id="config-problems" className={parts.group} aria-live="polite">
        {words.title(errors, problems.length - errors)}
      </h2>
      {problems.length === 0 ? null : (
        <ul className={`${parts.card} ${css.problems}`}>
          {problems.map((problem) => (
            <Row
              key={`${problem.line}:${problem.column}:${problem.message}`}
              problem={problem}
              onGoTo={() => onGoTo(problem)}
            />
          ))}
        </ul>
      )}
      {errors > 0 ? <p className={parts.foot}>{errorHint}</p> : null}
      {errors === 0 && problems.length > 0 ? <p className={parts.foot}>{words.warningHint}</p> : null}
    </section>
  );
}
