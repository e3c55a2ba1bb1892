/** Tries of the fake: a few hooks that each do what a hook can do, on a clock. */

import { DEEDS, DIFFERS, ENDS, type End, MOLTIS, own, PLAIN, QUICK, SKIPPED, SLOW } from "./fake-try-data";
import type {
  AgentId,
  Failure,
  Hook,
  Sentence,
  TryBox,
  TryHook,
  TryMoment,
  TryRequest,
  TryRow,
  TryStart,
  TryState,
  Verdict,
} from "./index";
import { EngineError } from "./index";
import { tidy } from "./tidy";

type Told = (state: TryState) => void;
type Run = {
  state: TryState;
  timers: ReturnType<typeof setTimeout>[];
  end: (cancelled: boolean) => void;
  wish: TryRequest;
};

/** By what a sentence is told from what it was. */
export const saysOf = ({ agent, name, events, kind, command, url, content, channels, users }: Sentence) =>
  JSON.stringify([agent, name, events, kind, command, url, content, channels, users]);

export class FakeTries {
  /** The sentences that answered. */
  answered = new Set<string>();
  /** Where set, a try ends with it. */
  error: Failure | null = null;
  /** Conditions that no event meets. */
  skips = false;
  /** Where set, what has to be read first. */
  confirm: Extract<TryStart, { kind: "confirm" }> | null = null;
  /** What a box is here. */
  box: TryBox = { kind: "landlock", closed: true, weakness: null };
  private told = new Set<Told>();
  private runs = new Map<number, Run>();
  private last = 0;
  private agreed = new Set<string>();

  constructor(private readonly hooks: () => Hook[]) {}

  listen(told: Told) {
    this.told.add(told);
    return () => void this.told.delete(told);
  }

  moments = (agent: AgentId): TryMoment[] => (agent === "moltis" ? MOLTIS : own(this.hooks(), agent));

  /** All that was asked for. */
  wishes: TryRequest[] = [];

  start(wish: TryRequest): TryStart {
    this.wishes.push(wish);
    const found = this.moments(wish.agent).find(({ key }) => key === wish.key);
    if (!found && !wish.plugin)
      throw new EngineError({ code: "not-found", message: `There is no event ${wish.key}.`, hint: null });
    // What is being typed runs alone.
    const typed: TryHook | null = wish.sentence && {
      id: `${wish.agent}/managed/${wish.sentence.name}`,
      title: wish.sentence.name,
      emoji: null,
      state: "ready",
      left_out: null,
      blocked: null,
    };
    const plugin: TryHook | null = wish.plugin && {
      ...{ id: `${wish.agent}/plugin/${wish.plugin.id}`, title: wish.plugin.id, emoji: null },
      ...{ state: "ready", left_out: null, blocked: null },
    };
    const alone = typed ?? plugin;
    const hooks = alone
      ? [alone]
      : (found?.hooks ?? []).filter(({ id, left_out }) => (wish.hook ? id === wish.hook : left_out === null));
    const off = hooks.find(({ id, state }) => state === "off" && !this.agreed.has(id));
    const sentences = off ? [`${off.title} is off: trying runs it once and leaves it off.`] : [];
    const confirm = this.confirm ?? (off && { kind: "confirm", title: `Run ${off.title}?`, sentences });
    // What is being typed is not asked about where walls are around it.
    const walled = wish.file !== null && wish.boxed && this.box.closed;
    if (!wish.confirmed && confirm && !walled) return confirm;
    for (const { id } of hooks) this.agreed.add(id);
    this.last += 1;
    this.run(this.last, wish, hooks);
    return { kind: "started", run: this.last };
  }

  private kind = (wish: TryRequest) => (wish.boxed ? this.box.kind : ("none" as const));

  show(_run: number, _row: number, deed: number): string {
    return DEEDS[deed]?.kind === "request"
      ? 'POST https://hooks.slack.com/services/x\ncontent-type: application/json\n\n{"text":"Hello"}'
      : "# Session of 22 November\n\n- session key: `agent:main:main`\n";
  }

  cancel(run: number) {
    this.runs.get(run)?.end(true);
  }

  private run(number: number, wish: TryRequest, hooks: TryHook[]) {
    const rows = hooks.map(({ id, title, emoji }): TryRow => {
      const empty = {
        ...{ messages: [], diff: [], stdout: "", stderr: "", duration_ms: null, exit_code: null },
        ...{ deeds: [], boxed: null, cancelled: false },
      };
      return { hook: id, title, emoji, key: wish.key, outcome: null, tag: "Waiting", sentence: "", ...empty };
    });
    const timers: Run["timers"] = [];
    const run: Run = {
      state: {
        run: number,
        agent: wish.agent,
        key: wish.key,
        rows,
        result: null,
        answered: false,
        error: null,
        beside: null,
      },
      timers,
      wish,
      end: (cancelled) => this.end(run, hooks, cancelled),
    };
    this.runs.set(number, run);
    const mark = (at: number, tag: string) => {
      run.state = {
        ...run.state,
        rows: run.state.rows.map((row, index) => (index === at ? { ...row, tag } : row)),
      };
      this.tell(run.state);
    };
    this.tell(run.state);
    let at = 0;
    hooks.forEach(({ id }, index) => {
      timers.push(setTimeout(() => mark(index, "Running"), at));
      at += SLOW[id] ?? QUICK;
      timers.push(setTimeout(() => mark(index, "Done"), at));
    });
    timers.push(setTimeout(() => run.end(false), at + 20));
  }

  private end(run: Run, hooks: TryHook[], cancelled: boolean) {
    for (const timer of run.timers) clearTimeout(timer);
    this.runs.delete(run.state.run);
    if (this.error) {
      this.tell({ ...run.state, error: this.error });
      return;
    }
    const stopped: End = {
      outcome: "failed",
      tag: "Cancelled",
      cancelled: true,
      sentence: "You ended it.",
      duration_ms: 2400,
    };
    const rows = run.state.rows.map((row) => ({
      ...row,
      ...(cancelled ? stopped : this.skips ? SKIPPED : (ENDS[row.hook] ?? PLAIN)),
      boxed: this.kind(run.wish),
      ...(this.kind(run.wish) === "none" ? { deeds: [] } : {}),
    }));
    const has = (outcome: Verdict) => rows.find((row) => row.outcome === outcome);
    const blocker = has("block");
    const changed = has("modify");
    const result = {
      outcome: blocker ? ("block" as const) : changed ? ("modify" as const) : ("continue" as const),
      sentence: blocker
        ? `${blocker.title} stopped it: ${blocker.sentence}`
        : hooks.length === 0
          ? `No hook that is ready listens to ${run.wish.key}.`
          : changed
            ? "It continues, changed."
            : "It continues unchanged.",
      messages: rows.flatMap(({ messages }) => messages),
      unread: null,
      diff: changed?.diff ?? [],
      boxed:
        this.kind(run.wish) === "none"
          ? "Tried for real: your files and the network were within reach."
          : run.wish.network
            ? "Tried in a box that has the network: secret places were out of reach, and messages could be sent."
            : "Tried in a box: secret places and the network were out of reach.",
      yours:
        this.kind(run.wish) === "none"
          ? "What the hooks wrote or sent elsewhere is not shown here."
          : "Nothing of yours was changed.",
    };
    const version = run.wish.beside;
    // Where every answer counts, none but the first is held back.
    const beside = version && {
      version,
      rows,
      result: { ...result, diff: [] },
      differences: changed && !cancelled ? DIFFERS : [],
      error: null,
    };
    const called = rows.filter(({ outcome }) => outcome !== "skipped");
    const bad = called.some(
      ({ outcome, cancelled }) => cancelled || outcome === "failed" || outcome === "timed-out",
    );
    const answered = called.length > 0 && !bad;
    if (answered && run.wish.sentence) this.answered.add(saysOf(run.wish.sentence));
    this.tell({ ...run.state, rows, result, answered, beside: beside || null });
  }

  /** As the engine does; tests tell what they like. */
  tell(state: TryState) {
    for (const told of this.told) told(tidy(state));
  }
}
