import { useEffect, useState } from "react";
import { backend, type Hook } from "../backend";
import { tellError } from "../parts/dialogs";
import { PortSheet } from "../screens/hook/PortSheet";
import { RemoveDialog, type RemovePlans, removePlans } from "../screens/hook/RemoveDialog";
import { strings } from "../strings";

type Props = { hook: Hook; what: "remove" | "copy"; onClose: () => void };

/** What the menu of a row asks, without leaving the list. */
export default function HookDialogs({ hook, what, onClose }: Props) {
  const [plans, setPlans] = useState<RemovePlans | null>(null);
  useEffect(() => {
    if (what !== "remove") return;
    let over = false;
    removePlans(backend, hook.id).then(
      (found) => over || setPlans(found),
      (error) => {
        tellError(error, strings.errors.remove(hook.title));
        onClose();
      },
    );
    return () => {
      over = true;
    };
  }, [hook.id, hook.title, what, onClose]);
  if (what === "copy") return <PortSheet hook={hook} onClose={onClose} />;
  return plans ? <RemoveDialog hook={hook} plans={plans} stay onClose={onClose} /> : null;
}
