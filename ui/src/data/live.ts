/** Changes on disk, and what to ask again after a change of our own. */
import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type AgentId, backend, type InventoryChanged } from "../backend";
import { handedOver } from "../first/given";
import { listen } from "./listen";
import { askableQuery, hooksQuery, includedQuery, mergeHooks, movedQuery, overviewQuery } from "./queries";

/** The last change of each agent that was told. */
const told = new Map<AgentId, InventoryChanged>();

/** What was asked before a change was told may be older than that: it is asked once more. */
async function hooksOfNow(agent: AgentId) {
  for (;;) {
    const before = told.get(agent);
    const fresh = await backend.hooks(agent);
    if (told.get(agent) === before) return fresh;
  }
}

/** Reads one agent's hooks again and leaves those of the others alone. */
async function rereadHooks(client: QueryClient, agent: AgentId) {
  const fresh = await hooksOfNow(agent).catch(() => null);
  if (!fresh) return client.invalidateQueries(hooksQuery);
  const ids = new Set(fresh.map((hook) => hook.id));
  client.setQueryData(hooksQuery.queryKey, (known) => {
    if (!known) return known;
    const gone = known.filter((hook) => hook.agent === agent && !ids.has(hook.id)).map((hook) => hook.id);
    return mergeHooks(known, fresh, gone);
  });
}

const OF_ALL: unknown[] = ["included", "own-data", "sentence-check"];
const OF_AGENT: unknown[] = ["settings", "repairs", "telling", "plugins", "timeline"];

function askOpenScreensAgain(client: QueryClient, agent: AgentId, gone: string | null = null) {
  // Screens that are not open only forget what they knew.
  void client.invalidateQueries({
    predicate: ({ queryKey: [of, id] }) =>
      OF_ALL.includes(of) ||
      (OF_AGENT.includes(of) && id === agent) ||
      // A hook's id begins with its agent.
      ((of === "hook" || of === "plugin") && id !== gone && String(id).startsWith(`${agent}/`)),
  });
}

export function applyInventoryChange(client: QueryClient, event: InventoryChanged) {
  const { agent } = event.agent;
  told.set(agent, event);
  const before = client.getQueryData(overviewQuery.queryKey)?.agents.find((view) => view.agent === agent);
  if (
    event.full ||
    event.upserted.length + event.removed.length > 0 ||
    JSON.stringify(before?.runtime) !== JSON.stringify(event.agent.runtime)
  )
    client.setQueryData(movedQuery(agent).queryKey, Date.now());
  client.setQueryData(
    overviewQuery.queryKey,
    (known) => known && { ...known, agents: known.agents.map((v) => (v.agent === agent ? event.agent : v)) },
  );
  if (event.full) {
    void rereadHooks(client, agent);
  } else {
    client.setQueryData(
      hooksQuery.queryKey,
      (known) => known && mergeHooks(known, event.upserted, event.removed),
    );
  }
  askOpenScreensAgain(client, agent);
}

/**
 * After a command that changed something. The engine reports the change as an event too, but the person
 * who clicked should never wait for the file watcher. `gone` is a hook that was just removed: its screen is
 * being left, and must not say that it is no longer there.
 */
export async function settle(client: QueryClient, agent: AgentId, gone: string | null = null) {
  askOpenScreensAgain(client, agent, gone);
  // What the agent's own program said is of what was there before.
  client.setQueriesData({ queryKey: ["asked", agent] }, null);
  await Promise.all([client.invalidateQueries(overviewQuery), rereadHooks(client, agent)]);
}

/**
 * What changed after the page was made and before anybody listened was told to nobody. The engine hears by it that
 * somebody listens.
 */
export async function askForWhatWasMissed(client: QueryClient) {
  const told = await backend.told();
  const given = handedOver();
  if (!given || told === given.told) return;
  await Promise.all([client.invalidateQueries(overviewQuery), client.invalidateQueries(hooksQuery)]);
}

/** Keeps the cache in step with the disk for as long as the window lives. */
export function useLiveInventory() {
  const client = useQueryClient();
  useEffect(() => {
    const heard = [
      backend.onInventoryChanged((event) => applyInventoryChange(client, event)),
      backend.onMachineChanged((machine) => {
        client.setQueryData(overviewQuery.queryKey, (known) => known && { ...known, machine });
        // Where a program was found may differ even where the verdict does not.
        void client.invalidateQueries(includedQuery);
        void client.invalidateQueries(askableQuery);
        void client.invalidateQueries({ queryKey: ["hook"] });
      }),
    ];
    Promise.all(heard)
      .then(() => askForWhatWasMissed(client))
      .catch(console.error);
    return listen("Changes on disk will not show automatically:", ...heard);
  }, [client]);
}
