import type { AgentId } from "../../backend";
import { useOverview } from "../../data/queries";
import { BackButton } from "../../parts/BackButton";
import { cameFrom, goBack, paths } from "../../routes";
import { strings } from "../../strings";

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
  return <BackButton label={label} leave={leave} />;
}
