import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import type { Backend, Hook, PlanView } from "../../backend";
import { useActions } from "../../data/actions";
import { Button } from "../../parts/Button";
import overlay from "../../parts/overlay.module.css";
import { PlanDetails } from "../../parts/PlanDetails";
import { InlineProblem } from "../../parts/Problem";
import { goBack, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./remove.module.css";

const words = strings.remove;

export type RemovePlans = { keep: PlanView; all: PlanView | null };

/** What would be done without the settings, and with them; where the latter cannot be, it is not offered. */
export async function removePlans(engine: Backend, id: string): Promise<RemovePlans> {
  const [keep, all] = await Promise.all([
    engine.planRemove(id, false),
    engine.planRemove(id, true).catch(() => null),
  ]);
  return { keep, all };
}

type Props = {
  hook: Hook;
  plans: RemovePlans;
  /** The screen is not the hook's own, so it stays. */
  stay?: boolean;
  onClose: () => void;
};

/** Names what goes and what stays, and offers to take the settings along where there are any. */
export function RemoveDialog({ hook, plans, stay = false, onClose }: Props) {
  const { keep, all } = plans;
  const [withSettings, setWithSettings] = useState(false);
  const { remove } = useActions();
  const hint = useId();
  const run = useMutation({
    mutationFn: () => remove(hook, withSettings, () => (stay ? onClose() : goBack(paths.agent(hook.agent)))),
  });
  const plan = withSettings && all ? all : keep;
  const differs = all !== null && JSON.stringify(all) !== JSON.stringify(keep);
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || onClose()} className={overlay.scrim}>
      <Modal className={overlay.sheet}>
        <Dialog role="alertdialog" className={overlay.dialog}>
          <div className={`${overlay.head} ${overlay.bad}`}>
            <TriangleAlert size="1.25rem" strokeWidth={1.8} aria-hidden />
            <Heading slot="title">{plan.title}</Heading>
          </div>
          <PlanDetails plan={plan} />
          {differs ? (
            <label className={css.settings}>
              <input
                type="checkbox"
                checked={withSettings}
                aria-describedby={hint}
                onChange={(event) => setWithSettings(event.target.checked)}
              />
              <span>
                {words.settings}
                <small id={hint}>{words.settingsHint}</small>
              </span>
            </label>
          ) : null}
          {run.error ? (
            <div className={overlay.after}>
              <InlineProblem error={run.error} />
            </div>
          ) : null}
          <div className={overlay.ends}>
            {/* The safe answer has the focus, so that Enter alone changes nothing. */}
            <Button autoFocus onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button
              look="danger"
              aria-disabled={run.isPending || undefined}
              onClick={() => run.isPending || run.mutate()}
            >
              {strings.plan.remove}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
