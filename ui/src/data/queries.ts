/** What the window knows, always a copy of what the engine said. */
import { QueryClient, queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { type AgentId, type AgentView, backend, type Change, type Hook, type OwnWord } from "../backend";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The engine reports every change on disk, so nothing here grows old.
      queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
}

export const overviewQuery = queryOptions({ queryKey: ["overview"], queryFn: () => backend.overview() });
export const hooksQuery = queryOptions({ queryKey: ["hooks"], queryFn: () => backend.hooks(null) });
export const includedQuery = queryOptions({ queryKey: ["included"], queryFn: () => backend.included() });
export const settingsQuery = (agent: AgentId) =>
  queryOptions({ queryKey: ["settings", agent], queryFn: () => backend.settings(agent) });
export const ownDataQuery = queryOptions({ queryKey: ["own-data"], queryFn: () => backend.ownData() });
export const backupsQuery = (agent: AgentId) =>
  queryOptions({ queryKey: ["config-backups", agent], queryFn: () => backend.configBackups(agent) });
/** Whether this computer has walls does not change while it runs. */
export const tryBoxQuery = queryOptions({ queryKey: ["try-box"], queryFn: () => backend.tryBox() });
export const hookQuery = (id: string) =>
  queryOptions({ queryKey: ["hook", id], queryFn: () => backend.hook(id) });
/** Asked again together with the hook: the key begins like its own. */
export const changedFilesQuery = (id: string) =>
  queryOptions({ queryKey: ["hook", id, "changed"], queryFn: () => backend.changedFiles(id) });
/** What is wrong with a hook and its ways out; asked again together with the hook. */
export const repairingQuery = (id: string) =>
  queryOptions({ queryKey: ["hook", id, "repairing"], queryFn: () => backend.repairing(id) });
export const configRepairsQuery = (agent: AgentId) =>
  queryOptions({ queryKey: ["repairs", agent], queryFn: () => backend.configRepairs(agent) });
export const tellingQuery = (agent: AgentId) =>
  queryOptions({ queryKey: ["telling", agent], queryFn: () => backend.telling(agent), staleTime: 0 });
/** The moments of an agent, and who runs at each; asked again with every change of a hook. */
export const timelineQuery = (agent: AgentId) =>
  queryOptions({ queryKey: ["timeline", agent], queryFn: () => backend.timeline(agent), staleTime: 0 });
/** The agents whose own program is here; looked for again with each screen that offers to ask. */
export const askableQuery = queryOptions({
  queryKey: ["askable"],
  queryFn: () => backend.askable(),
  staleTime: 0,
});
/** What an agent's own program last said, of a hook in the state that it is in, or of all: nothing is asked automatically. */
export const askedQuery = (agent: AgentId, hook: Pick<Hook, "id" | "state"> | null) =>
  queryOptions<Extract<OwnWord, { kind: "done" }> | null>({
    queryKey: ["asked", agent, hook?.id ?? null, hook?.state ?? null],
    queryFn: () => null,
  });
/** When hooks or plugins of an agent, or what it makes of its config, last became something else, in ms; 0 where that was never seen. */
export const movedQuery = (agent: AgentId) =>
  queryOptions<number>({
    queryKey: ["moved", agent],
    queryFn: () => 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
/** The last change that was made here for an agent, for as long as it is not taken back: its own program can be asked of it. */
export const lastChangeQuery = (agent: AgentId) =>
  queryOptions<Pick<Change, "undo" | "summary"> | null>({
    queryKey: ["last-change", agent],
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
/** Whether somebody just wished, elsewhere, that an agent's own program is asked. */
export const askNowQuery = (agent: AgentId) =>
  queryOptions({ queryKey: ["ask-now", agent], queryFn: () => false, staleTime: Number.POSITIVE_INFINITY });
/** An included hook as an agent would get it. */
export const includedPageQuery = (agent: AgentId, name: string) =>
  queryOptions({
    queryKey: ["included", agent, name],
    queryFn: () => backend.includedPage(name, agent),
    staleTime: 0,
  });
/** Also what is removed in a terminal. */
export const removedQuery = queryOptions({
  queryKey: ["removed"],
  queryFn: () => backend.removedHooks(),
  staleTime: 0,
});

export const activityQuery = queryOptions({
  queryKey: ["activity"],
  queryFn: () => backend.activity(),
  // Grows with whatever is done anywhere, also in a terminal.
  staleTime: 0,
});

/** What Roll call heard: grows whenever an agent runs. */
export const heardQuery = queryOptions({
  queryKey: ["heard"],
  queryFn: () => backend.heard(),
  staleTime: 0,
});

/** The overview; only for what is drawn inside the frame, which waits for it. */
export function useOverview() {
  return useSuspenseQuery(overviewQuery).data;
}

export function useAgent(agent: AgentId) {
  const overview = useOverview();
  // The engine lists all five, found or not.
  return overview.agents.find((view) => view.agent === agent) ?? null;
}

/** How many hooks its list counts: one that another took the place of is folded under that. */
export const listed = ({ hooks, counts }: AgentView) => hooks - counts.replaced;

export function useHooks() {
  return useQuery(hooksQuery);
}

/** Agents that can be chosen on *Get hooks*: those found, then the default one, and the one asked for. */
export function useAgentChoices(asked: AgentId | null) {
  const { agents, default_agent } = useOverview();
  const found = agents.filter((view) => view.found);
  const absent = agents.filter(
    (view) => !view.found && (view.agent === default_agent || view.agent === asked),
  );
  return [...found, ...absent];
}

/** A new list with `upserted` in the place of their older selves; what did not change stays the same object. */
export function mergeHooks(hooks: Hook[], upserted: Hook[], removed: string[]): Hook[] {
  const fresh = new Map(upserted.map((hook) => [hook.id, hook]));
  const gone = new Set(removed);
  const merged: Hook[] = [];
  for (const hook of hooks) {
    if (gone.has(hook.id)) continue;
    const replacement = fresh.get(hook.id);
    fresh.delete(hook.id);
    merged.push(replacement ?? hook);
  }
  return [...merged, ...fresh.values()];
}
