import { ChevronLeft } from "lucide-react";
import { useEffect } from "react";
import type { AgentId } from "../../backend";
import { useOverview } from "../../data/queries";
import { cameFrom, goBack, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./hook.module.css";

/** Esc leads back too, unless something else wants it: a field, a menu, a dialog. */
export function useEscape(leave: () => void) {
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

/** Named after where it leads. */
export function Back({ id }: { id: string }) {
  const { agents } = useOverview();
  const own = agents.find((view) => id.startsWith(`${view.agent}/`));
  const from = cameFrom();
  const nameOf = (agent: AgentId | null) =>
    agents.find((view) => view.agent === agent)?.name ?? strings.frame.all;
  const label =
    from === null || from.screen === "start"
      ? (own?.name ?? strings.frame.all)
      : from.screen === "hooks"
        ? nameOf(from.agent)
        : from.screen === "get"
          ? strings.frame.get
          : strings.back;
  const leave = () => goBack(own ? paths.agent(own.agent) : paths.hooks);
  useEscape(leave);
  return (
    <button type="button" className={css.back} onClick={leave}>
      <ChevronLeft size="1rem" strokeWidth={2} aria-hidden />
      {label}
    </button>
  );
}
