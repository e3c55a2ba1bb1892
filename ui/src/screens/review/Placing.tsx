import type { ReviewView } from "../../backend";
import { useOverview } from "../../data/queries";
import { formatList, showPath } from "../../format";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import hook from "../hook/hook.module.css";
import { FileList } from "./Facts";
import css from "./review.module.css";
import { otherFiles } from "./words";

const words = strings.review;

/** What an installation writes, what it moves away, and what it does not bring. */
export function Placing({ review }: { review: ReviewView }) {
  const { machine } = useOverview();
  const others = otherFiles(review);
  const { steps, replaces, dependencies } = review;
  if (steps.length + replaces.length + dependencies.length + others.length === 0) return null;
  return (
    <section aria-labelledby="place">
      <h2 id="place" className={parts.group}>
        {words.place}
      </h2>
      <dl className={`${parts.card} ${hook.facts}`}>
        {steps.length === 0 ? null : (
          <div>
            <dt>{words.writes}</dt>
            <dd>
              <ul className={css.lines}>
                {steps.map((sentence) => (
                  <li key={sentence}>
                    <Words text={sentence} />
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        {replaces.length === 0 ? null : (
          <div>
            <dt>{words.replaces}</dt>
            <dd>
              <ul className={css.lines}>
                {replaces.map((path) => (
                  <li key={path}>
                    <code>{showPath(path, machine.home)}</code>
                  </li>
                ))}
              </ul>
              <span className={hook.quiet}>{words.replacesHint}</span>
            </dd>
          </div>
        )}
        {dependencies.length === 0 ? null : (
          <div>
            <dt>{words.dependencies}</dt>
            <dd>
              {words.dependenciesText(dependencies.length)} {formatList(dependencies)}.
            </dd>
          </div>
        )}
        {others.length === 0 ? null : (
          <div>
            <dt>{words.otherFiles}</dt>
            <dd>
              {words.otherFilesHint} <FileList files={others} label={words.otherFiles} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
