import type { PlanView } from "../backend";
import { strings } from "../strings";
import css from "./overlay.module.css";
import parts from "./parts.module.css";

/** `@@ -1,13 +1,7 @@`: where the next lines are, in a form that only programs read. */
const isPlace = (line: string) => /^@@ -\d[^@]* @@/.test(line);

/** Line numbers serve as keys: a diff never changes once it is shown. */
export function numbered(text: string): { number: number; line: string }[] {
  return (
    text
      .replace(/^--- .*\n\+\+\+ .*\n/, "")
      .replace(/\n$/, "")
      .split("\n")
      .map((line, number) => ({ number, line }))
      // What the file ends with is for programs that apply the diff.
      .filter(({ number, line }) => !line.startsWith("\\ ") && (number > 0 || !isPlace(line)))
  );
}

function Line({ line }: { line: string }) {
  const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "deleted" : null;
  return (
    <span className={kind ? css[kind] : undefined}>
      {/* Colour and sign are for the eye; this is for the ear. */}
      {kind ? <span className={parts.visuallyHidden}>{strings.plan[kind]} </span> : null}
      {isPlace(line) ? "⋯" : line || " "}
    </span>
  );
}

/** A unified diff, added and removed lines marked for eye and ear. */
export function DiffText({ label, diff }: { label: string; diff: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <pre className={css.diff} tabIndex={0} aria-label={label} role="group">
      {numbered(diff).map(({ number, line }) => (
        <Line key={number} line={line} />
      ))}
    </pre>
  );
}

/** The same under a title. */
export function Diff({ title, diff }: { title: string; diff: string }) {
  return (
    <section>
      <h3 className={css.section}>{title}</h3>
      <DiffText label={title} diff={diff} />
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className={css.section}>{title}</h3>
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** The other hooks that would be switched. */
export function AlsoSwitched({ also, kept = false }: { also: PlanView["also"]; kept?: boolean }) {
  const lines = (keepable: boolean) =>
    also.filter((it) => it.keepable === keepable).map(({ would }) => would);
  const [would, will] = [lines(true), lines(false)];
  return (
    <>
      <Lines title={strings.plan.alsoSwitches} lines={will} />
      <Lines
        title={strings.plan.also}
        lines={kept && would.length > 0 ? [...would, strings.plan.kept] : would}
      />
    </>
  );
}

/** What would change, before it does. */
export function PlanDetails({ plan }: { plan: PlanView }) {
  return (
    <>
      <AlsoSwitched also={plan.also} kept />
      <Lines title={strings.plan.steps} lines={plan.steps} />
      {plan.files.map((file) => (
        <Diff key={file.path} title={strings.plan.diff(file.path)} diff={file.diff} />
      ))}
      <Lines title={strings.plan.stays} lines={plan.stays} />
    </>
  );
}
