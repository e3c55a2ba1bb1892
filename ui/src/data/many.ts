/** Several hooks at once: shown as one plan, made as one change, taken back as one. */
import type { QueryClient } from "@tanstack/react-query";
import { type AgentId, backend, type Hook, type ManyDeed } from "../backend";
import { strings } from "../strings";
import { asked, orTell } from "./actions";

const words = strings.many;

export type Deed = { deed: ManyDeed; confirm: string; destructive: boolean };

export const deeds = {
  turn: (on: boolean): Deed => ({
    deed: { kind: on ? "on" : "off" },
    confirm: on ? strings.plan.turnOn : strings.plan.turnOff,
    destructive: false,
  }),
  remove: { deed: { kind: "remove" }, confirm: strings.plan.remove, destructive: true } satisfies Deed,
  copy: (to: AgentId): Deed => ({ deed: { kind: "copy", to }, confirm: words.copyNow, destructive: false }),
};

/** Resolves to whether it was done; of a failure nothing is left, and it was told. `note` is said with the plan. */
export async function doMany(
  client: QueryClient,
  hooks: Hook[],
  { deed, confirm, destructive }: Deed,
  note: string | null = null,
): Promise<boolean> {
  const ids = hooks.map(({ id }) => id);
  const run = async (sure: boolean) => {
    const made = await backend.changeMany(ids, deed, sure);
    if (made.kind === "done" || note === null) return made;
    return { ...made, plan: { ...made.plan, stays: [...made.plan.stays, note] } };
  };
  let done = false;
  await orTell(async () => {
    done = await asked(client, run, confirm, destructive);
  }, words.failed);
  return done;
}
