import { ChevronLeft } from "lucide-react";
import { useEffect } from "react";
import type { AgentId } from "../../backend";
import { useOverview } from "../../data/queries";
import { goBack, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./hook.module.css";

/** Esc leads back too, unless something else wants it: a field, a menu, a dialog. */
function useEscape(leave: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, [role=menu], [role=dialog], [role=alertdialog]")) return;
      if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      leave();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

export function Back({ id }: { id: string }) {
  const { agents } = useOverview();
  const agent = agents.find((view) => id.startsWith(`${view.agent}/`));
  const leave = () => goBack(agent ? paths.agent(agent.agent as AgentId) : paths.hooks);
  useEscape(leave);
  return (
    <button type="button" className={css.back} onClick={leave}>
      <ChevronLeft size="1rem" strokeWidth={2} aria-hidden />
      {strings.back}
    </button>
  );
}
