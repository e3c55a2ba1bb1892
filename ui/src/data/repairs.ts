/** Ways out of what is wrong with an agent's own config: one cause, one button, wherever it is shown. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type AgentId, backend } from "../backend";
import { askPlan } from "../parts/dialogs";
import { strings } from "../strings";
import { orTell, tellChange } from "./actions";
import { configRepairsQuery } from "./queries";

/** What the button does; null where there is no way out, or nothing wrong. */
export function useConfigRepair(agent: AgentId, wrong: boolean): (() => void) | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...configRepairsQuery(agent), enabled: wrong });
  const repair = wrong ? data?.[0] : undefined;
  if (!repair) return null;
  return () =>
    void orTell(async () => {
      const plan = { ...repair.plan, title: `${repair.title}?`, stays: [repair.says, ...repair.plan.stays] };
      if (!(await askPlan(plan, { confirmLabel: strings.banners.repairNow, destructive: false }))) return;
      await tellChange(client, await backend.repairConfig(agent, repair.id));
    }, strings.errors.fixNote);
}
