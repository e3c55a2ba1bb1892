/** Ways out of what is wrong with an agent's own config: one cause, one button, wherever it is shown. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type AgentId, backend } from "../backend";
import { askPlan } from "../parts/dialogs";
import { strings } from "../strings";
import { orTell, tellChange } from "./actions";
import { configMendsQuery } from "./queries";

/** What the button does; null where there is no way out, or nothing wrong. */
export function useConfigMend(agent: AgentId, wrong: boolean): (() => void) | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...configMendsQuery(agent), enabled: wrong });
  const mend = wrong ? data?.[0] : undefined;
  if (!mend) return null;
  return () =>
    void orTell(async () => {
      const plan = { ...mend.plan, title: `${mend.title}?`, stays: [mend.says, ...mend.plan.stays] };
      if (!(await askPlan(plan, { confirmLabel: strings.banners.mendNow, destructive: false }))) return;
      await tellChange(client, await backend.mendConfig(agent, mend.id));
    }, strings.errors.fixNote);
}
