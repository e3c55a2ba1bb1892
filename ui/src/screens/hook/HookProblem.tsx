import { Layers, MonitorX, Moon, Power, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Hook, HookDetail } from "../../backend";
import { useActions } from "../../data/actions";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./hook.module.css";
import { noteAbove } from "./Really";
import { isSick, Repairing } from "./Repairing";
import { canSetUp } from "./Setup";

const words = strings.hook;

function Broken({ detail, why }: { detail: HookDetail; why: string | null }) {
  const { hook } = detail;
  const note = noteAbove(hook);
  return (
    <section aria-labelledby="problem">
      <h2 id="problem" className={parts.group} tabIndex={-1} data-problem>
        {words.problem}
      </h2>
      <Repairing
        sick={{
          id: hook.id,
          reason: why,
          folder: hook.dir !== null,
          seen: note ? strings.hooks.seen(note.seen) : null,
          setUp: canSetUp(detail),
        }}
      />
    </section>
  );
}

/** What is known of it beside its state: what is noted of that, and its fix, are told in the same place. */
function Said({ hook, icon, children }: { hook: Hook; icon: ReactNode; children: ReactNode }) {
  const { fixNote } = useActions();
  const note = noteAbove(hook);
  return (
    <div className={css.notice}>
      <Banner
        tone="warn"
        icon={icon}
        end={note?.fixable ? <Button onClick={() => void fixNote(hook, note.id)}>{words.fix}</Button> : null}
      >
        {children}
        {note ? <p className={css.reallySeen}>{strings.hooks.seen(note.seen)}</p> : null}
      </Banner>
    </div>
  );
}

/** Why it cannot run at all, where that is so. What can be set up is in Setup. */
export function HookProblem({ detail }: { detail: HookDetail }) {
  const { hook } = detail;
  const other = hook.replaced_by_id;
  switch (hook.state) {
    case "broken":
      return <Broken detail={detail} why={hook.reason} />;
    case "not-called":
      return (
        <Said hook={hook} icon={<Moon size="1rem" strokeWidth={1.8} aria-hidden />}>
          <b>
            <Words text={words.sentence(hook.reason ?? "")} />
          </b>{" "}
          {words.notCalledHint}
        </Said>
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
      if (hook.warning === null)
        // Nobody turned it off where there is a reason.
        return hook.state !== "off" || hook.reason === null ? null : (
          <div className={css.notice}>
            <Banner tone="off" icon={<Power size="1rem" strokeWidth={1.8} aria-hidden />}>
              <Words text={words.sentence(hook.reason)} />
            </Banner>
          </div>
        );
      if (isSick(hook)) return <Broken detail={detail} why={hook.warning} />;
      return (
        <Said hook={hook} icon={<TriangleAlert size="1rem" strokeWidth={1.8} aria-hidden />}>
          <Words text={hook.warning} />
        </Said>
      );
  }
}
