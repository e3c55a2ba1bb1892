/** The engine does not name the plugins that changed: what is read of them is held against what was read before. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AgentId } from "../backend";
import { movedQuery } from "./queries";

export function usePluginsMoved(): void {
  const client = useQueryClient();
  useEffect(() => {
    const known = new Map(
      client
        .getQueriesData({ queryKey: ["plugins"] })
        .map(([[, agent], plugins]) => [agent as AgentId, JSON.stringify(plugins)]),
    );
    return client.getQueryCache().subscribe((event) => {
      const [of, agent] = event.query.queryKey as [string, AgentId];
      if (of !== "plugins" || event.type !== "updated" || event.action.type !== "success") return;
      const before = known.get(agent);
      const now = JSON.stringify(event.query.state.data);
      known.set(agent, now);
      if (before !== undefined && before !== now) client.setQueryData(movedQuery(agent).queryKey, Date.now());
    });
  }, [client]);
}
