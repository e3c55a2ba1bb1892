import { useMutation } from "@tanstack/react-query";
import { CircleSlash, CloudOff, ShieldAlert } from "lucide-react";
import { backend, EngineError, type Failure, type IncomingView } from "../../backend";
import { present, untold } from "../../errors";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import { Technical } from "../../parts/Copy";
import { Disclosure } from "../../parts/Disclosure";
import { InlineProblem } from "../../parts/Problem";
import { Words } from "../../parts/Words";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { Bar, Page } from "./Page";
import css from "./review.module.css";
import { Steps } from "./Steps";
import { split } from "./words";

const words = strings.review;
const TONES = { warn: css.iconWarn, bad: css.iconBad };

type Props = { view: IncomingView /** None where the person stopped it. */; error: Failure | null };

/** An address can be fetched again; of something dropped or picked the page knows no more than its name. */
function Again({ view, label }: { view: IncomingView; label: string }) {
  const again = useMutation({
    mutationFn: () => backend.lookAt(view.source, view.agent),
    onSuccess: (job) => go(paths.review(job), { replace: true }),
  });
  return (
    <>
      {again.error ? <InlineProblem error={again.error} /> : null}
      <Button look="main" onClick={() => again.isPending || again.mutate()}>
        {label}
      </Button>
    </>
  );
}

/** It came to nothing: what happened, what is unharmed, what to do. */
export function Stopped({ view, error }: Props) {
  const [what, more] = split(error?.message ?? "");
  const refused = error?.code === "refused";
  const shown = error ? present(new EngineError(error)) : null;
  const message = error?.message ?? "";
  const advice = error?.hint ?? (refused ? words.failed.refusedHint : words.failed.failedHint);
  const unharmed = /nothing was changed/i.test(message) ? "" : words.failed.unharmed;
  const Icon = error === null ? CircleSlash : refused ? ShieldAlert : CloudOff;
  const title = error === null ? words.cancelled.title : refused ? words.failed.refused : words.failed.failed;
  const again = view.again && !refused;
  return (
    <Page
      title={title}
      icon={
        <Icon className={`${css.icon} ${shown ? TONES[shown.tone] : ""}`} strokeWidth={1.5} aria-hidden />
      }
      sub={view.source}
    >
      <Banner tone={error ? (shown?.tone ?? "bad") : "off"} icon={null}>
        {shown ? (
          <>
            <b>
              <Words text={what} />
            </b>
            <Words text={more} /> {unharmed} {untold(advice, message)}
          </>
        ) : (
          words.cancelled.text
        )}
      </Banner>
      <Steps view={view} />
      {shown ? (
        <div className={css.technical}>
          <Disclosure open={strings.showTechnical}>
            <Technical text={shown.technical} />
          </Disclosure>
        </div>
      ) : null}
      <Bar note={null}>
        <Button look={again ? "normal" : "main"} onClick={() => go(paths.get(view.agent), { replace: true })}>
          {words.failed.another}
        </Button>
        {again ? <Again view={view} label={error ? strings.tryAgain : words.cancelled.again} /> : null}
      </Bar>
    </Page>
  );
}
