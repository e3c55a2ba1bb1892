/**
 * The tries of this window. They outlive the screen: a run goes on when the person looks at something else, and
 * is there again when they come back.
 */
import { useEffect, useSyncExternalStore } from "react";
import { type AgentId, type Backend, backend, type TryRequest, type TryState } from "../../backend";
import { hold, kept } from "../../data/unsaved";
import { tellDone } from "../../parts/toast";
import { strings } from "../../strings";

/** The last try of one moment. */
export type Try = {
  /** What the engine last told; none until it has told something. */
  state: TryState | null;
  /** The number by which it can be cancelled; none while it is being asked for. */
  run: number | null;
  /** When it was asked for, in ms since 1970. */
  since: number;
  cancelling: boolean;
  /** Why it was not even started. */
  error: unknown;
};

export type Question = { title: string; sentences: string[] };

/** Under this name they outlive a page that ends. */
const SAMPLES = "samples";

let tries: ReadonlyMap<string, Try> = new Map();
/** What was told of runs whose number nobody here knows yet: the first word comes before the answer. */
const early = new Map<number, TryState>();
/** Texts that differ from the sample, by moment. */
const drafts = new Map<string, string>(JSON.parse(kept.get(SAMPLES) ?? "[]") as [string, string][]);
const listeners = new Set<() => void>();
const watched = new Map<string, number>();
/** What the moments are called, for a word about a run that nobody watches. */
const labels = new Map<string, string>();
let heard: Backend | null = null;

const keyOf = (agent: AgentId, key: string) => `${agent} ${key}`;

export const isOver = (one: Try): boolean =>
  one.error !== null || one.state?.result != null || one.state?.error != null;

function set(id: string, next: Try | null) {
  const copy = new Map(tries);
  if (next) copy.set(id, next);
  else copy.delete(id);
  tries = copy;
  for (const listener of listeners) listener();
}

function tell(id: string, state: TryState) {
  if (watched.get(id) || !(state.result || state.error)) return;
  const sentence = state.result?.sentence ?? state.error?.message ?? "";
  tellDone(strings.try.done(labels.get(id) ?? state.key, sentence), null);
}

function onState(state: TryState) {
  for (const [id, one] of tries) {
    if (one.run !== state.run) continue;
    set(id, { ...one, state });
    tell(id, state);
    return;
  }
  early.set(state.run, state);
}

async function listen() {
  if (heard === backend) return;
  heard = backend;
  await backend.onTry(onState);
}

/** Starts a try; what has to be read first, where there is something. */
export async function startTry(wish: TryRequest, label: string): Promise<Question | null> {
  const id = keyOf(wish.agent, wish.key);
  labels.set(id, label);
  const asked: Try = { state: null, run: null, since: Date.now(), cancelling: false, error: null };
  const before = tries.get(id) ?? null;
  set(id, asked);
  try {
    await listen();
    const start = await backend.tryIt(wish);
    if (start.kind === "confirm") {
      set(id, before);
      return start;
    }
    const state = early.get(start.run) ?? null;
    early.clear();
    set(id, { ...asked, run: start.run, state });
    if (state) tell(id, state);
  } catch (error) {
    set(id, { ...asked, error });
  }
  return null;
}

export async function cancelTry(agent: AgentId, key: string) {
  const id = keyOf(agent, key);
  const one = tries.get(id);
  if (!one || one.run === null || one.cancelling) return;
  set(id, { ...one, cancelling: true });
  try {
    await backend.cancelTry(one.run);
  } catch (error) {
    const now = tries.get(id);
    if (now?.run === one.run) set(id, { ...now, cancelling: false });
    throw error;
  }
}

export function clearTry(agent: AgentId, key: string) {
  set(keyOf(agent, key), null);
}

function useStored<T>(read: () => T): T {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
}

/** The last try of a moment, kept in view from the first word to the last. */
export function useTry(agent: AgentId, key: string): Try | null {
  const id = keyOf(agent, key);
  useEffect(() => {
    watched.set(id, (watched.get(id) ?? 0) + 1);
    return () => void watched.set(id, (watched.get(id) ?? 1) - 1);
  }, [id]);
  return useStored(() => tries.get(id) ?? null);
}

/** What was typed in the place of the sample; none where it is the sample. */
export function useDraft(agent: AgentId, key: string): string | null {
  return useStored(() => drafts.get(keyOf(agent, key)) ?? null);
}

/** They are asked about before the window closes, wherever in it the person is. */
let letGo: (() => void) | null = null;
function holdSamples() {
  if (drafts.size > 0) letGo ??= hold(drafts, strings.unsaved.sample);
  else {
    letGo?.();
    letGo = null;
  }
}

// Of what was brought back, too.
holdSamples();

/** Null takes the sample again. */
export function keepDraft(agent: AgentId, key: string, text: string | null) {
  if (text === null) drafts.delete(keyOf(agent, key));
  else drafts.set(keyOf(agent, key), text);
  kept.set(SAMPLES, drafts.size === 0 ? null : JSON.stringify([...drafts]));
  holdSamples();
  for (const listener of listeners) listener();
}

/** For tests: nothing was tried. */
export function resetTries() {
  tries = new Map();
  for (const map of [early, drafts, watched, labels]) map.clear();
  kept.set(SAMPLES, null);
  holdSamples();
  heard = null;
}
