import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useId } from "react";
import type { Finding, ReviewView, Severity } from "../../backend";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import hook from "../hook/hook.module.css";
import css from "./review.module.css";
import { bySeverity } from "./words";

const words = strings.review;
const LOOKS = {
  high: { tone: parts.bad, Icon: TriangleAlert },
  medium: { tone: parts.warn, Icon: CircleAlert },
  low: { tone: parts.off, Icon: Info },
};

export function SeverityTag({ severity }: { severity: Severity }) {
  const { tone, Icon } = LOOKS[severity];
  return (
    <span className={`${parts.tag} ${tone}`}>
      <Icon aria-hidden />
      {words.severity[severity]}
    </span>
  );
}

function Item({ finding }: { finding: Finding }) {
  return (
    <li className={css.finding}>
      <div className={css.findingHead}>
        <SeverityTag severity={finding.severity} />
        <code className={hook.quiet}>{strings.hook.at(finding.file, finding.line)}</code>
      </div>
      <p>
        <Words text={finding.why} />
      </p>
      {finding.excerpt ? <pre>{finding.excerpt}</pre> : null}
    </li>
  );
}

const Items = ({ findings }: { findings: Finding[] }) => (
  <ul>
    {findings.map((finding) => (
      <Item key={`${finding.rule}:${finding.file}:${finding.line}:${finding.why}`} finding={finding} />
    ))}
  </ul>
);

/** The worst first; notes are folded to their number where there is worse, and where the hook is one of ours. */
export function Found({ findings, own = false }: { findings: Finding[]; own?: boolean }) {
  const lows = findings.filter(({ severity }) => severity === "low");
  const graver = bySeverity(findings).filter(({ severity }) => severity !== "low");
  return (
    <>
      {graver.length > 0 ? <Items findings={graver} /> : null}
      {lows.length === 0 ? null : own || graver.length > 0 ? (
        <div className={css.lows}>
          <Disclosure open={words.lows(lows.length)}>
            <Items findings={bySeverity(lows)} />
          </Disclosure>
        </div>
      ) : (
        <Items findings={bySeverity(lows)} />
      )}
    </>
  );
}

/** What was not read: it must not pass for clean. */
const Unread = ({ unread }: { unread: ReviewView["unread"] }) =>
  unread.length === 0 ? null : (
    <div className={css.unread}>
      <p>{words.unread}</p>
      <ul>
        {unread.map(({ file, why }) => (
          <li key={file}>
            <code>{file}</code> <Words text={why} />
          </li>
        ))}
      </ul>
    </div>
  );

/** At the top of the review, where something stands out: what is worst, and the way to all of it. */
export function FindingsNotice({ review, onShow }: { review: ReviewView; onShow: () => void }) {
  const graver = bySeverity(review.findings).filter(({ severity }) => severity !== "low");
  const [first] = graver;
  if (!first) return null;
  const high = first.severity === "high";
  const worst = graver.filter(({ severity }) => severity === first.severity);
  return (
    <div className={css.notice}>
      <Banner
        tone={high ? "bad" : "warn"}
        icon={<TriangleAlert size="1.125rem" strokeWidth={1.8} aria-hidden />}
        end={<Button onClick={onShow}>{words.found.show}</Button>}
      >
        <b>{high ? words.found.high(worst.length) : words.found.medium(worst.length)}</b>{" "}
        {words.found.first(first.file, first.line)} <Words text={first.why} />
      </Banner>
    </div>
  );
}

type Props = {
  review: ReviewView;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
};

/** Everything that the audit found. */
export function Findings({ review, accepted, onAccept }: Props) {
  const id = useId();
  return (
    <section aria-labelledby="safety">
      <h2 id="safety" className={parts.group} tabIndex={-1}>
        {words.safety}
      </h2>
      <div className={parts.card}>
        {review.findings.length === 0 ? (
          <p className={css.quietRow}>
            {review.unread.length === 0 ? words.noFindings : words.noFindingsRead}
          </p>
        ) : null}
        <Found findings={review.findings} />
        <Unread unread={review.unread} />
        {review.needs_acceptance ? (
          <div className={css.accept}>
            <input
              id={id}
              type="checkbox"
              checked={accepted}
              onChange={({ target }) => onAccept(target.checked)}
            />
            <label htmlFor={id}>{words.accept(review.high)}</label>
          </div>
        ) : null}
      </div>
    </section>
  );
}
