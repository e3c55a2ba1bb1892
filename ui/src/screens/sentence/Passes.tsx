import { Check, Minus, TriangleAlert } from "lucide-react";
import type { Pass } from "../../backend";
import parts from "../../parts/parts.module.css";
import css from "./sentence.module.css";
import { words } from "./words";

function PassTag({ pass }: { pass: Pass }) {
  const [Icon, tone, word] = pass.unexpected
    ? ([TriangleAlert, parts.warn, words.runsToo] as const)
    : pass.runs
      ? ([Check, parts.ok, words.runs] as const)
      : ([Minus, parts.off, words.runsNot] as const);
  return (
    <span className={`${parts.tag} ${tone}`}>
      <Icon aria-hidden />
      {word}
    </span>
  );
}

/** Examples that pass the conditions and examples that do not. */
export function Passes({ passes }: { passes: Pass[] }) {
  if (passes.length === 0) return null;
  return (
    <section aria-labelledby="passes">
      <h2 id="passes" className={parts.group}>
        {words.passes}
      </h2>
      <ul className={parts.card}>
        {passes.map((pass) => (
          <li key={`${pass.example} ${pass.why}`} className={css.case}>
            <PassTag pass={pass} />
            <div>
              {pass.example}
              <p>{pass.why}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
