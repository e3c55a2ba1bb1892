/** Everything a person can do to a hook, from the click to the words that confirm it. */
import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { type AgentId, backend, type Change, type Hook, type PlanView } from "../backend";
import { askPlan, tellError } from "../parts/dialogs";
import { tellDone } from "../parts/toast";
import { go, paths } from "../routes";
import { strings } from "../strings";
import { settle } from "./live";
import { askableQuery, askNowQuery, hookQuery, lastChangeQuery, overviewQuery } from "./queries";
import { type Again, isMade, noteMade, tellUndoable, whileMade } from "./undo";
import { forgetKeys } from "./unsaved";
import { wishesQuery } from "./wishes";

type Outcome<Done> = Done | { kind: "confirm"; plan: PlanView };

/** Runs a command that may first ask; null when the person said no. */
export async function confirmed<Done extends { kind: "done" }>(
  run: (confirmed: boolean) => Promise<Outcome<Done>>,
  confirmLabel: string,
  destructive = false,
): Promise<Done | null> {
  let answer = await whileMade(run(false));
  // A yes counts for what was shown: what became another change meanwhile is shown again.
  while (answer.kind === "confirm") {
    if (!(await askPlan(answer.plan, { confirmLabel, destructive }))) return null;
    answer = await whileMade(run(true));
  }
  return answer;
}

export async function done(
  client: QueryClient,
  change: Change,
  gone: string | null = null,
  again: Again | null = null,
) {
  const id = change.undo;
  if (id !== null) noteMade(id, again);
  await settle(client, change.agent, gone);
  if (id !== null && !isMade(id)) return;
  client.setQueryData(lastChangeQuery(change.agent).queryKey, id === null ? null : change);
  if (id === null) {
    tellDone(change.summary, null);
    return;
  }
  const { more, afterwards } = await askOf(client, change);
  const forget = { label: strings.purge.action, run: () => purge(client, id) };
  tellUndoable(client, change.summary, id, change.kept_copies > 0 ? forget : more);
  afterwards?.();
}

/** After a change, the way to the agent's own program, where that is here: does it take what was changed? */
async function askOf(client: QueryClient, change: Change) {
  const { agent } = change;
  const [askable, { agents }, wishes] = await Promise.all([
    client.ensureQueryData(askableQuery).catch((): AgentId[] => []),
    client.ensureQueryData(overviewQuery),
    client.ensureQueryData(wishesQuery).catch(() => null),
  ]);
  const name = agents.find((view) => view.agent === agent)?.name;
  if (name === undefined || !askable.includes(agent)) return { more: null, afterwards: null };
  if (wishes?.ask_after_change) {
    const { askAfter } = await import("./ask-after");
    // No answer is not a problem of the change: who asks with a click is told why.
    return { more: null, afterwards: () => void askAfter(client, change, name).catch(console.error) };
  }
  const run = () => {
    client.setQueryData(askNowQuery(agent).queryKey, true);
    go(paths.agent(agent));
  };
  return { more: { label: strings.askIt(name), run }, afterwards: null };
}

/** A change that asks nothing, and can be made again in the same way. */
async function made(client: QueryClient, run: () => Promise<Change>) {
  await done(client, await whileMade(run()), null, run);
}

/** After a change that a screen made without these: what depends on it is asked again, and it is told. */
export const tellChange = (client: QueryClient, change: Change) => done(client, change);

/** A cleared key is still in what undo and backups keep; to forget it there is asked for separately. */
async function purge(client: QueryClient, id: string) {
  try {
    const result = await confirmed((sure) => backend.purgeCopies(id, sure), strings.purge.confirm, true);
    if (result === null) return;
    const { change } = result;
    forgetKeys();
    await client.invalidateQueries({ queryKey: ["config-backups"] });
    tellDone(change.summary, null);
  } catch (error) {
    tellError(error, strings.errors.purge);
  }
}

/** Runs a change that may first ask; resolves to whether it was made. */
export async function asked(
  client: QueryClient,
  run: (confirmed: boolean) => Promise<Outcome<{ kind: "done"; change: Change }>>,
  confirmLabel: string,
  destructive = false,
): Promise<boolean> {
  const result = await confirmed(run, confirmLabel, destructive);
  // What is made again is what was said yes to; where it would be more by now, that is asked.
  const again = async () => (await confirmed(run, confirmLabel, destructive))?.change ?? null;
  if (result) await done(client, result.change, null, again);
  return result !== null;
}

/** Resolves to whether it worked; a failure has been told already. */
export async function orTell(work: () => Promise<void>, headline: string): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    tellError(error, headline);
    return false;
  }
}

export function useActions() {
  const client = useQueryClient();
  return {
    setEnabled: (hook: Hook, on: boolean) =>
      orTell(
        async () => {
          const label = on ? strings.plan.turnOn : strings.plan.turnOff;
          await asked(client, (sure) => backend.setEnabled(hook.id, on, sure), label);
        },
        strings.errors.setEnabled(hook.title, on),
      ),

    setHooksOn: (agent: AgentId, name: string, on: boolean) =>
      orTell(() => made(client, () => backend.setHooksOn(agent, on)), strings.errors.setHooksOn(name, on)),

    // These four throw, since their field shows the message, and resolve to whether it was done: where
    // other hooks would be switched, the person is asked and may say no.
    saveEnv: (id: string, key: string, value: string) =>
      asked(client, (sure) => backend.setEnv(id, key, value, sure), strings.plan.save),
    clearEnv: (id: string, key: string) =>
      asked(client, (sure) => backend.clearEnv(id, key, sure), strings.plan.clear),
    saveSetting: (id: string, path: string, value: string) =>
      asked(client, (sure) => backend.setSetting(id, path, value, sure), strings.plan.save),
    clearSetting: (id: string, path: string) =>
      asked(client, (sure) => backend.clearSetting(id, path, sure), strings.plan.clear),
    makeExecutable: (id: string) => made(client, () => backend.makeExecutable(id)),

    fixNote: (hook: Hook, note: string) =>
      orTell(async () => {
        await asked(client, (sure) => backend.fixNote(hook.id, note, sure), strings.plan.apply);
      }, strings.errors.fixNote),

    /** The id of the new hook. Throws, since the card shows the message. */
    install: async (name: string, agent: AgentId) => {
      const result = await whileMade(backend.installIncluded(name, agent));
      const again = async () => (await backend.installIncluded(name, agent)).change;
      await done(client, result.change, null, again);
      return result.id;
    },

    /** `leave` is called as soon as the hook is gone. Throws, since the dialog that asked shows the message. */
    remove: async (hook: Hook, withSettings: boolean, leave: () => void) => {
      const run = () => backend.remove(hook.id, withSettings);
      const change = await run();
      forgetKeys(`value ${hook.id} `);
      leave();
      await done(client, change, hook.id, run);
      client.removeQueries(hookQuery(hook.id));
    },

    approveChanges: (hook: Hook) =>
      orTell(() => made(client, () => backend.approveChanges(hook.id)), strings.errors.approve(hook.title)),
    putBack: (hook: Hook) =>
      orTell(async () => {
        const run = (sure: boolean) => backend.putBack(hook.id, sure);
        await asked(client, run, strings.receipt.putBackNow);
      }, strings.errors.putBack(hook.title)),
    /** Leads to the review, which shows how far the search is and what would change. */
    update: (hook: Hook) =>
      orTell(async () => {
        const job = await backend.lookForUpdate(hook.id);
        go(paths.review(job));
      }, strings.errors.update(hook.title)),
    ownCopy: (hook: Pick<Hook, "id" | "title">) =>
      orTell(async () => {
        const copy = await backend.ownCopy(hook.id);
        await done(client, copy.change, null, async () => (await backend.ownCopy(hook.id)).change);
        go(paths.installed(copy.id));
      }, strings.errors.ownCopy(hook.title)),
    /** The ids of the copies. Throws, since the sheet shows the message. */
    port: async (hook: Hook, to: AgentId) => {
      const { ids, change } = await whileMade(backend.port(hook.id, to));
      await done(client, change, null, async () => (await backend.port(hook.id, to)).change);
      return ids;
    },

    openFolder: (id: string) =>
      orTell(async () => void (await backend.openFolder(id)), strings.errors.openFolder),
    openConfigFolder: (agent: AgentId) =>
      orTell(async () => void (await backend.openConfigFolder(agent)), strings.errors.openFolder),
    openLink: (url: string) =>
      orTell(async () => void (await backend.openLink(url)), strings.errors.openLink),
    dismissPending: (agent: AgentId) =>
      orTell(async () => {
        await backend.dismissPending(agent);
        await settle(client, agent);
      }, strings.errors.dismiss),
    refresh: () =>
      orTell(async () => {
        await backend.refresh();
        await client.invalidateQueries();
      }, strings.errors.refresh),
  };
}
