/** Moments in the order in which they are offered, and who would be called. */
import type { TryHook, TryMoment } from "../../backend";
import { strings } from "../../strings";

export type Area = { title: string; moments: TryMoment[] };

const words = strings.try;

/** "tool.before" → "Tools" */
export function areaTitle(moment: string | null): string {
  return words.areas[moment?.split(".")[0] ?? ""] ?? words.otherArea;
}

/** By area, in the order of the engine; what nobody listens to comes last. */
export function areasOf(moments: TryMoment[]): Area[] {
  const areas = new Map<string, TryMoment[]>();
  const put = (title: string, moment: TryMoment) => areas.set(title, [...(areas.get(title) ?? []), moment]);
  for (const moment of moments) if (moment.hooks.length > 0) put(areaTitle(moment.moment), moment);
  for (const moment of moments) if (moment.hooks.length === 0) put(words.unheard, moment);
  return [...areas].map(([title, list]) => ({ title, moments: list }));
}

/** What to begin with: what was asked for, else what has listeners that would be called, else any. */
export function pickMoment(moments: TryMoment[], key: string | null, hook: string | null): TryMoment | null {
  return (
    moments.find((moment) => moment.key === key) ??
    moments.find((moment) => hook !== null && moment.hooks.some(({ id }) => id === hook)) ??
    moments.find((moment) => called(moment).length > 0) ??
    moments.find((moment) => moment.hooks.length > 0) ??
    moments[0] ??
    null
  );
}

/** Those that are called when all that listen are tried. */
export const called = (moment: TryMoment): TryHook[] =>
  moment.hooks.filter(({ left_out }) => left_out === null);

export const leftOut = (moment: TryMoment): TryHook[] =>
  moment.hooks.filter(({ left_out }) => left_out !== null);

/** Why nothing can be run; none where something can. */
export function whyNot(moment: TryMoment, hook: TryHook | null): string | null {
  if (moment.hooks.length === 0) return words.none;
  if (hook) return hook.blocked === null ? null : words.cannotTry(hook.title);
  return called(moment).length === 0 ? words.allLeftOut : null;
}
