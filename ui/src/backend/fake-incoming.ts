/** Hooks from elsewhere, in the engine in memory. What is fetched goes on automatically, a little later. */

import type { FakeEngine } from "./fake";
import { ARCHIVE, guardReview, packReview, sceneOf, stepsOf } from "./fake-incoming-data";
import type {
  AgentId,
  Failure,
  Hook,
  HoverEvent,
  IncomingView,
  Offer,
  Page,
  ReviewView,
  Typed,
} from "./index";
import { type Backend, EngineError } from "./index";
import { tidy } from "./tidy";

/** How long a step takes, in milliseconds. */
const PACE = 300;

/** What a typed source becomes: the scene that it names, or the good hook. */
const sceneNamed = (source: string) =>
  ["hostile", "pack", "slow", "offline", "empty"].find((name) => source.includes(name)) ?? "good";

export class FakeIncoming {
  views = new Map<string, IncomingView>();
  /** What the system's dialog answers. */
  picks: string | null = "pick";
  private reports = new Set<(view: IncomingView) => void>();
  private offers = new Set<() => void>();
  private offered: Offer | null = null;
  private hovers = new Set<(event: HoverEvent) => void>();

  /** The window is there, and hears of what is dropped. */
  get listened(): boolean {
    return this.offers.size > 0 && this.hovers.size > 0;
  }

  view(job: string): IncomingView {
    // For pictures: an address names a scene.
    const view = this.views.get(job) ?? sceneOf(job);
    if (!view) throw new EngineError({ code: "not-found", message: `There is nothing ${job}.`, hint: null });
    this.views.set(job, view);
    return view;
  }

  tell(job: string, part: Partial<IncomingView>): IncomingView {
    const view = { ...this.view(job), ...part };
    this.views.set(job, view);
    for (const report of this.reports) report(tidy(view));
    return view;
  }

  /** Begins to fetch, and comes to what the source names. */
  start(source: string, agent: AgentId): string {
    const job = `job-${this.views.size + 1}`;
    const steps = stepsOf(ARCHIVE, 0, "running");
    const progress = { bytes: 0, total: null };
    this.views.set(job, {
      job,
      source,
      again: /^(npm|https|git\+https):/.test(source),
      agent,
      steps,
      progress,
      state: { kind: "fetching" },
    });
    this.go(job, sceneNamed(source));
    return job;
  }

  private go(job: string, name: string) {
    const end = sceneOf(name);
    const { agent } = this.view(job);
    if (!end) return;
    const { state } = end;
    const going = () => this.views.get(job)?.state.kind === "fetching";
    const ended: IncomingView["state"] =
      name === "good" ? { kind: "review", review: guardReview(agent) } : state;
    setTimeout(() => {
      if (going())
        this.tell(job, { steps: stepsOf(ARCHIVE, 1, "running"), progress: { bytes: 2900, total: 2900 } });
    }, PACE);
    setTimeout(() => {
      if (going()) this.tell(job, { steps: end.steps, state: ended, progress: end.progress });
    }, 2 * PACE);
  }

  /** A web page's link: nothing happens before it is looked at. */
  propose(source: string): string {
    const job = `job-${this.views.size + 1}`;
    const progress = { bytes: 0, total: null };
    this.views.set(job, {
      job,
      source,
      again: false,
      agent: "milady",
      steps: [],
      progress,
      state: { kind: "proposed" },
    });
    this.offer(job);
    return job;
  }

  /** As Rust does after a drop. */
  offer(job: string | null, problem: Failure | null = null) {
    this.told({ job, problem, page: null });
  }

  /** Somebody chose a page in the menu of the tray. */
  goTo(page: Page) {
    this.told({ job: null, problem: null, page });
  }

  private told(offer: Offer) {
    this.offered = offer;
    for (const report of this.offers) report();
  }

  hover(over: boolean) {
    for (const report of this.hovers) report({ over });
  }

  commands(engine: FakeEngine): IncomingCommands {
    return {
      takeOffered: async () => {
        const offer = this.offered;
        this.offered = null;
        return offer;
      },
      readSource: async (text) => readLike(text.trim()),
      lookAt: async (source, agent) => this.start(source, agent),
      lookForUpdate: async (id) => {
        const job = `job-${this.views.size + 1}`;
        const scene = sceneOf(id.endsWith("/dcg-guard") ? "update" : "up-to-date") as IncomingView;
        this.views.set(job, { ...scene, job });
        return job;
      },
      lookAtProposed: async (job) => {
        this.tell(job, { state: { kind: "fetching" }, steps: stepsOf(ARCHIVE, 0, "running") });
        this.go(job, sceneNamed(this.view(job).source));
        return null;
      },
      pickArchive: async (agent) => (this.picks === null ? null : this.start("dcg-guard-1.2.zip", agent)),
      pickHookFolder: async (agent) =>
        this.picks === null ? null : this.start("~/Downloads/dcg-guard", agent),
      incoming: async (job) => this.views.get(job) ?? this.installed(engine, job) ?? this.view(job),
      reviewFor: async (job, agent) => {
        const { state } = this.view(job);
        const pack = state.kind === "review" && state.review.hooks.length > 1;
        const review = pack ? packReview(agent) : guardReview(agent);
        return this.tell(job, { agent, state: { kind: "review", review } });
      },
      installIncoming: async (job, acceptHigh) => this.install(engine, job, acceptHigh),
      cancelIncoming: async (job) => {
        const { steps } = this.view(job);
        const at = steps.findIndex(({ state }) => state === "running");
        const stopped = steps.map((step, index) =>
          index === at ? { ...step, state: "cancelled" as const } : step,
        );
        this.tell(job, { state: { kind: "cancelled" }, steps: stopped });
        return null;
      },
      onIncoming: async (report) => {
        this.reports.add(report);
        return () => void this.reports.delete(report);
      },
      onIncomingOffered: async (report) => {
        this.offers.add(report);
        return () => void this.offers.delete(report);
      },
      onDropHover: async (report) => {
        this.hovers.add(report);
        return () => void this.hovers.delete(report);
      },
    };
  }

  /** For pictures: the last step, without the steps before it. */
  private installed(engine: FakeEngine, job: string): IncomingView | null {
    const scene = { installed: "good", "installed-pack": "pack" }[job];
    if (scene === undefined) return null;
    this.views.set(job, { ...this.view(scene), job });
    return this.install(engine, job, true);
  }

  private install(engine: FakeEngine, job: string, acceptHigh: boolean): IncomingView {
    const { state } = this.view(job);
    if (state.kind !== "review")
      throw new EngineError({ code: "refused", message: "Nothing to install.", hint: null });
    const { review } = state;
    if (review.needs_acceptance && !acceptHigh) {
      throw new EngineError({ code: "refused", message: "What was found was not accepted.", hint: null });
    }
    const hooks = review.hooks.map((part) => asInstalled(review, part.hook));
    const what = hooks.length === 1 ? review.title : `${hooks.length} hooks of ${review.title}`;
    const summary = `${what} ${hooks.length === 1 ? "was" : "were"} installed.`;
    const ids = hooks.map(({ id }) => id);
    for (const { id, name } of hooks) {
      const own = review.findings.filter(({ file }) => hooks.length > 1 && file.startsWith(`${name}/`));
      if (own.length > 0) engine.found.set(id, own);
    }
    const change = engine.change(review.agent, summary, () => {
      engine.hooks = [...engine.hooks.filter(({ id }) => !ids.includes(id)), ...hooks];
    });
    return this.tell(job, { state: { kind: "installed", ids, undo: change.undo, summary } });
  }
}

const asInstalled = (review: ReviewView, hook: Hook): Hook => ({
  ...hook,
  missing: [],
  events: review.hooks.find((part) => part.hook === hook)?.triggers.map(({ key }) => key) ?? [],
});

/** A few of the engine's answers; what each text is read as is tested there. */
function readLike(text: string): Typed {
  const wrong = (says: string, unfinished: boolean) => ({ source: null, says, unfinished });
  if (text === "") return wrong("Type an npm name or an address first.", true);
  if (text.startsWith("http://")) return wrong("Only https is fetched: use an https address.", false);
  if (/^(npm:|https:|git\+https:)/.test(text)) return { source: text, says: text, unfinished: false };
  const [, name, version = "its latest version"] = /^(@?[^@]*)(?:@(.+))?$/.exec(text) ?? [];
  return { source: `npm:${text}`, says: `The npm package ${name}, ${version}`, unfinished: false };
}

type IncomingCommands = Pick<
  Backend,
  | "readSource"
  | "lookAt"
  | "lookForUpdate"
  | "lookAtProposed"
  | "pickArchive"
  | "pickHookFolder"
  | "incoming"
  | "reviewFor"
  | "installIncoming"
  | "cancelIncoming"
  | "onIncoming"
  | "takeOffered"
  | "onIncomingOffered"
  | "onDropHover"
>;
