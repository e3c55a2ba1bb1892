import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { ReviewHook, ReviewView } from "../../backend";
import { Emoji } from "../../parts/Glyph";
import parts from "../../parts/parts.module.css";
import { RowTag } from "../../parts/Tag";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import { Facts } from "./Facts";
import { SeverityTag } from "./Findings";
import css from "./review.module.css";
import { filesOf, findingsOf } from "./words";

const words = strings.review;

/** A hook of several, folded: what it is and when it runs can be read at once, the rest is one click away. */
function Row({ part, review }: { part: ReviewHook; review: ReviewView }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { hook, setup } = part;
  const missing = setup.some((item) => !item.met);
  const careful = findingsOf(review, part).some(({ severity }) => severity === "high");
  return (
    <li className={css.packRow}>
      <h3>
        <button
          type="button"
          className={css.packHead}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Emoji emoji={hook.emoji} />
          <span className={css.packText}>
            <b>{hook.title}</b>
            <span>{hook.description || hook.when}</span>
          </span>
          {careful ? <SeverityTag severity="high" /> : null}
          {hook.error === null ? null : <RowTag row="broken" />}
          {missing && hook.error === null ? <RowTag row="needs-setup" /> : null}
          <ChevronRight className={css.chevron} strokeWidth={2.2} aria-hidden />
        </button>
      </h3>
      <div id={id} hidden={!open} className={css.packBody}>
        {open && hook.error !== null ? (
          <p className={css.packError}>
            <Words text={hook.reason ?? hook.error} />
          </p>
        ) : null}
        {open ? <Facts inside part={part} files={filesOf(review, part)} /> : null}
      </div>
    </li>
  );
}

export function Pack({ review }: { review: ReviewView }) {
  return (
    <section aria-labelledby="what">
      <h2 id="what" className={parts.group}>
        {words.hooks(review.hooks.length)}
      </h2>
      <ul className={parts.card}>
        {review.hooks.map((part) => (
          <Row key={part.hook.id} part={part} review={review} />
        ))}
      </ul>
    </section>
  );
}
