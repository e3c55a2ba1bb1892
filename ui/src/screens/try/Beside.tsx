import { Check } from "lucide-react";
import { type AgentView, type Differs, EngineError, type TryBeside } from "../../backend";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./beside.module.css";
import { Diff } from "./Diff";

const words = strings.try.beside;

const titleOf = ({ what, hook }: Differs) => (what === "hook" ? (hook ?? "") : words.what[what]);

/** What of the data differs is too long for a cell: it has a place of its own. */
const inTable = ({ what }: Differs) => what !== "data";

/** The same event by the rules of another version: where it came to something else, side by side. */
export function Beside({ agent, beside }: { agent: AgentView; beside: TryBeside }) {
  const { version, differences, result, error } = beside;
  const [here, there] = [agent.runtime.version, version].map((it) => words.by(it)) as [string, string];
  const rows = differences.filter(inTable);
  const data = differences.some((it) => !inTable(it));
  return (
    <section>
      <h2 className={parts.group}>{words.heading(there)}</h2>
      {error ? (
        <InlineProblem error={new EngineError(error)} />
      ) : differences.length === 0 ? (
        <p className={`${parts.card} ${css.same}`}>
          <Check size="1rem" strokeWidth={2} aria-hidden />
          {words.same}
        </p>
      ) : (
        <>
          {rows.length > 0 ? (
            <div className={parts.card}>
              <table className={css.table}>
                <thead>
                  <tr>
                    <td />
                    <th scope="col">{here}</th>
                    <th scope="col">{there}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((it) => (
                    <tr key={`${it.what} ${it.hook}`}>
                      <th scope="row">{titleOf(it)}</th>
                      <td>{it.here || words.nothing}</td>
                      <td>{it.there || words.nothing}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ) : null}
          {data && result ? (
            <>
              <h3 className={parts.group}>{words.data(there)}</h3>
              <div className={`${parts.card} ${css.data}`}>
                {result.diff.length > 0 ? (
                  <Diff lines={result.diff} label={words.data(there)} />
                ) : (
                  <p className={css.same}>{words.unchanged}</p>
                )}
              </div>
            </>
          ) : null}
        </>
      )}
    </section>
  );
}
