import { useMutation } from "@tanstack/react-query";
import {
  CircleAlert,
  CircleX,
  Moon,
  Package,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestionMark,
} from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import type { AgentId, IncomingView, ReviewView } from "../../backend";
import { useIncomingActions } from "../../data/incoming";
import { useAgent, useOverview } from "../../data/queries";
import { formatList } from "../../format";
import { Banner } from "../../parts/Banner";
import { Button, LinkButton } from "../../parts/Button";
import { Emoji } from "../../parts/Glyph";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import { neverSends } from "../hooks/RuntimeLine";
import { AgentChoice, choicesOf, SeeForAnother, WrittenFor } from "./Agents";
import { Changes } from "./Changes";
import { Facts } from "./Facts";
import { Findings, FindingsNotice } from "./Findings";
import { Pack } from "./Pack";
import { Bar, Page } from "./Page";
import { Placing } from "./Placing";
import css from "./review.module.css";
import { shortName } from "./words";

const words = strings.review;
/** Seldom: most of what comes is hooks. */
const Plugins = lazy(() => import("./Plugins"));

type Props = { view: IncomingView; review: ReviewView };

/** Where it is from, its version, its licence. */
function Origin({ view, review }: Props) {
  const { version, licence } = review;
  const update = review.changes.length > 0;
  const agent = useAgent(review.agent);
  const chosen = !update && choicesOf(review).length > 1 ? null : agent;
  return (
    <>
      <span title={view.source}>{shortName(view.source)}</span>
      {chosen ? ` · ${words.forAgent(chosen.name)}` : null}
      {version === null ? null : ` · ${words.version(version)}`}
      {` · ${licence ?? words.noLicence}`}
    </>
  );
}

/** What proves where it comes from; what does not hold is not to be overlooked. */
function Proof({ review: { provenance } }: { review: ReviewView }) {
  if (provenance === null) return null;
  const { kind, sentence } = provenance;
  if (kind === "bad")
    return (
      <div className={css.notice}>
        <Banner tone="warn" icon={<ShieldAlert size="1.125rem" strokeWidth={1.8} aria-hidden />}>
          <b>{sentence}</b> {words.badProof}
        </Banner>
      </div>
    );
  const Icon = kind === "built" ? ShieldCheck : ShieldQuestionMark;
  return (
    <p className={css.proof} data-kind={kind}>
      <Icon size="1rem" strokeWidth={1.8} aria-hidden />
      <span>{sentence}</span>
    </p>
  );
}

/** Its program cannot be loaded as it is: worth knowing before it is installed, not after. */
function Broken({ review }: { review: ReviewView }) {
  const agent = useAgent(review.agent);
  const broken = review.hooks.filter(({ hook }) => hook.error !== null);
  if (broken.length === 0 || review.blocked !== null) return null;
  const name = agent?.name ?? review.agent;
  const titles = review.hooks.length === 1 ? null : formatList(broken.map(({ hook }) => hook.title));
  return (
    <div className={css.notice}>
      <Banner tone="bad" icon={<CircleX size="1.125rem" strokeWidth={1.8} aria-hidden />}>
        <b>{words.wouldNotLoad(name, titles)}</b>{" "}
        {broken.length === 1 ? <Words text={broken[0]?.hook.reason ?? ""} /> : words.wouldNotLoadMany}
      </Banner>
    </div>
  );
}

/** None of its moments is ever sent: worth knowing before it is installed, not after. */
function NeverCalled({ review }: { review: ReviewView }) {
  const { agents } = useOverview();
  const silent = review.hooks.filter(
    ({ hook, triggers }) => hook.error === null && triggers.length > 0 && triggers.every(({ sent }) => !sent),
  );
  if (silent.length === 0 || review.blocked !== null) return null;
  const titles = formatList(silent.map(({ hook }) => hook.title));
  const sentence = neverSends(agents, review.agent, strings.runtime.anyOf(titles));
  return (
    <div className={css.notice}>
      <Banner tone="warn" icon={<Moon size="1.125rem" strokeWidth={1.8} aria-hidden />}>
        <b>{strings.hook.sentence(sentence)}</b> {words.neverCalledHint}
      </Banner>
    </div>
  );
}

/** What is brought, before anything of it is placed. */
export function Review({ view, review }: Props) {
  const { install: place, putAway } = useIncomingActions(view.job);
  // What was accepted for one agent is not for another: there other files may come.
  const [acceptedFor, setAcceptedFor] = useState<AgentId | null>(null);
  const accepted = acceptedFor === review.agent;
  const findings = useRef<HTMLDivElement>(null);
  const install = useMutation({ mutationFn: () => place(accepted) });
  const [first] = review.hooks;
  const something = first !== undefined || review.plugins.length > 0;
  const pack = review.hooks.length > 1;
  const update = review.changes.length > 0;
  const held = review.needs_acceptance && !accepted;
  const showFindings = () => {
    const heading = findings.current?.querySelector("h2");
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView?.({ block: "start" });
  };
  const label = review.needs_acceptance
    ? update
      ? words.updateAnyway
      : words.installAnyway
    : update
      ? words.updateNow
      : words.install;
  const off = pack ? words.offMany : words.off;
  return (
    <Page
      title={update ? words.updateTitle(review.title) : words.title(review.title)}
      icon={
        pack || !first ? (
          <Package className={css.icon} strokeWidth={1.5} aria-hidden />
        ) : (
          <Emoji emoji={first.hook.emoji} className={css.emoji} />
        )
      }
      sub={<Origin view={view} review={review} />}
    >
      {!pack && first?.hook.description ? <p className={css.description}>{first.hook.description}</p> : null}
      <Proof review={review} />
      {/* An update is for the agent that has the hook. */}
      {update ? null : <AgentChoice job={view.job} review={review} />}
      {review.blocked === null ? (
        <FindingsNotice review={review} onShow={showFindings} />
      ) : (
        <div className={css.notice}>
          <Banner tone="warn" icon={<CircleAlert size="1.125rem" strokeWidth={1.8} aria-hidden />}>
            {review.blocked}
          </Banner>
        </div>
      )}
      <Broken review={review} />
      <NeverCalled review={review} />
      {update ? <Changes files={review.changes} /> : null}
      {pack ? (
        <Pack review={review} />
      ) : first ? (
        <section aria-labelledby="what">
          <h2 id="what" className={parts.group}>
            {words.what}
          </h2>
          <Facts part={first} files={review.files} />
        </section>
      ) : null}
      {review.plugins.length > 0 ? (
        <Suspense>
          <Plugins review={review} />
        </Suspense>
      ) : null}
      {update ? null : <WrittenFor review={review} />}
      {/* Where nothing in it is for this agent, nothing was looked at either. */}
      {something ? (
        <div ref={findings}>
          <Findings
            review={review}
            accepted={accepted}
            onAccept={(yes) => setAcceptedFor(yes ? review.agent : null)}
          />
        </div>
      ) : null}
      {something && review.blocked === null ? <Placing review={review} /> : null}
      {review.blocked === null ? (
        <Bar
          note={
            install.error ? (
              <InlineProblem error={install.error} />
            ) : held ? (
              <LinkButton onClick={showFindings}>{words.readFirst}</LinkButton>
            ) : update ? (
              words.update
            ) : (
              off
            )
          }
        >
          <Button onClick={() => putAway(null)}>{update ? words.dontUpdate : words.dont}</Button>
          <Button
            look={review.needs_acceptance ? "danger" : "main"}
            className={held ? css.held : undefined}
            aria-disabled={held || install.isPending || undefined}
            onClick={() => {
              if (held) showFindings();
              else if (!install.isPending) install.mutate();
            }}
          >
            {install.isPending ? words.installing : label}
          </Button>
        </Bar>
      ) : (
        <Bar note={null}>
          <Button onClick={() => putAway(null)}>{words.close}</Button>
          <SeeForAnother job={view.job} review={review} />
        </Bar>
      )}
    </Page>
  );
}
