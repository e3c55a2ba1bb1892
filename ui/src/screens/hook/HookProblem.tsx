import { Layers, MonitorX, Moon, TriangleAlert } from "lucide-react";
import type { Hook, HookDetail } from "../../backend";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./hook.module.css";
import { Repairing } from "./Repairing";

const words = strings.hook;

function Broken({ hook }: { hook: Hook }) {
  return (
    <section aria-labelledby="problem">
      <h2 id="problem" className={parts.group} tabIndex={-1} data-problem>
        {words.problem}
      </h2>
      <Repairing sick={{ id: hook.id, reason: hook.reason, folder: hook.dir !== null }} />
    </section>
  );
}

/** Why it cannot run at all, where that is so. What can be set up is in Setup. */
export function HookProblem({ detail }: { detail: HookDetail }) {
  const { hook } = detail;
  const other = hook.replaced_by_id;
  switch (hook.state) {
    case "broken":
      return <Broken hook={hook} />;
    case "not-called":
      return (
        <div className={css.notice}>
          <Banner tone="warn" icon={<Moon size="1rem" strokeWidth={1.8} aria-hidden />}>
            <b>
              <Words text={words.sentence(hook.reason ?? "")} />
            </b>{" "}
            {words.notCalledHint}
          </Banner>
        </div>
      );
    case "replaced":
      return (
        <div className={css.notice}>
          <Banner
            tone="off"
            icon={<Layers size="1rem" strokeWidth={1.8} aria-hidden />}
            end={
              other === null ? null : <Button onClick={() => go(paths.hook(other))}>{words.showOther}</Button>
            }
          >
            <b>{words.replacedBy(hook.replaced_by ? strings.source[hook.replaced_by] : "")}</b>{" "}
            {words.replacedHint}
          </Banner>
        </div>
      );
    case "cannot-run-here":
      return (
        <div className={css.notice}>
          <Banner tone="off" icon={<MonitorX size="1rem" strokeWidth={1.8} aria-hidden />}>
            <b>{words.cannotRun}</b>{" "}
            {words.sentence(detail.setup.find((item) => item.kind === "os")?.sentence ?? hook.reason ?? "")}
          </Banner>
        </div>
      );
    default:
      if (hook.warning === null) return null;
      return (
        <div className={css.notice}>
          <Banner tone="warn" icon={<TriangleAlert size="1rem" strokeWidth={1.8} aria-hidden />}>
            <Words text={hook.warning} />
          </Banner>
        </div>
      );
  }
}
