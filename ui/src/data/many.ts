/** Several hooks at once: asked once, made in order, taken back as one. */
import type { QueryClient } from "@tanstack/react-query";
import { type AgentId, backend, type Change, EngineError, type Hook, type PlanView } from "../backend";
import { askPlan, tellError } from "../parts/dialogs";
import { tellDone } from "../parts/toast";
import { strings } from "../strings";
import { settle } from "./live";
import { rememberMany, takeBack } from "./undo";

export type Deed = {
  title: string;
  confirm: string;
  done: string;
  failed: string;
  destructive: boolean;
  /** What would happen to one of them. */
  plan: (hook: Hook) => Promise<PlanView | null>;
  run: (hook: Hook) => Promise<Change | null>;
};

/** One plan out of those of each. */
async function together(hooks: Hook[], deed: Deed): Promise<PlanView> {
  const whole: PlanView = { title: deed.title, steps: [], files: [], also: [], stays: [] };
  for (const hook of hooks) {
    const plan = await deed.plan(hook);
    whole.steps.push(...(plan?.steps.length ? plan.steps : [hook.title]));
    whole.files.push(...(plan?.files ?? []));
    whole.also.push(...(plan?.also ?? []));
    whole.stays.push(...(plan?.stays ?? []).filter((line) => !whole.stays.includes(line)));
  }
  return whole;
}

async function takeAllBack(ids: string[]) {
  for (const id of [...ids].reverse()) await backend.undo(id);
}

/** Resolves to whether it was done. What failed half-way is taken back. */
export async function doMany(client: QueryClient, hooks: Hook[], deed: Deed): Promise<boolean> {
  const agents = [...new Set(hooks.map(({ agent }) => agent))];
  const undos: string[] = [];
  const again = async () => {
    for (const agent of agents) await settle(client, agent);
  };
  try {
    const plan = await together(hooks, deed);
    const options = { confirmLabel: deed.confirm, destructive: deed.destructive };
    if (!(await askPlan(plan, options))) return false;
    for (const hook of hooks) {
      const change = await deed.run(hook);
      if (change?.undo) undos.push(change.undo);
    }
  } catch (error) {
    await takeAllBack(undos).catch(console.error);
    await again();
    tellError(error, deed.failed);
    return false;
  }
  await again();
  const last = undos.at(-1);
  rememberMany(undos, strings.many.back(deed.done));
  tellDone(deed.done, last === undefined ? null : () => void takeBack(client, last));
  return true;
}

/** A switch asks only where others would be switched along. */
async function switchPlan(hook: Hook, on: boolean): Promise<PlanView | null> {
  const step = `${hook.title}: ${on ? strings.plan.turnOn : strings.plan.turnOff}`;
  return { title: hook.title, steps: [step], files: [], also: [], stays: [] };
}

export const deeds = {
  turn: (on: boolean, n: number): Deed => ({
    title: on ? strings.many.turnOn(n) : strings.many.turnOff(n),
    confirm: on ? strings.plan.turnOn : strings.plan.turnOff,
    done: on ? strings.many.turnedOn(n) : strings.many.turnedOff(n),
    failed: strings.many.failed,
    destructive: false,
    plan: (hook) => switchPlan(hook, on),
    run: async (hook) => {
      const made = await backend.setEnabled(hook.id, on, true);
      return made.kind === "done" ? made.change : null;
    },
  }),
  remove: (n: number): Deed => ({
    title: strings.many.remove(n),
    confirm: strings.plan.remove,
    done: strings.many.removed(n),
    failed: strings.many.failed,
    destructive: true,
    plan: (hook) => backend.planRemove(hook.id, false),
    run: (hook) => backend.remove(hook.id, false),
  }),
  copy: (to: AgentId, name: string, n: number): Deed => ({
    title: strings.many.copy(n, name),
    confirm: strings.many.copyNow,
    done: strings.many.copied(n, name),
    failed: strings.many.failed,
    destructive: false,
    plan: async (hook) => {
      const { title, lost, changed, files, goes_to, blocked } = await backend.planPort(hook.id, to);
      if (blocked !== null)
        throw new EngineError({ code: "refused", message: `${hook.title}: ${blocked}`, hint: null });
      const steps = [strings.many.goesTo(title, files.length, goes_to)];
      return { title, steps, files: [], also: [], stays: [...lost, ...changed] };
    },
    run: async (hook) => (await backend.port(hook.id, to)).change,
  }),
};
