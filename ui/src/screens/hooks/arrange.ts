/** From a heap of hooks to what the list draws: searched, filtered, sorted, grouped, replaced ones folded. */
import type { AgentView, Hook, State } from "../../backend";
import { strings } from "../../strings";

export type Filter = keyof typeof strings.hooks.filters;
export type Sort = keyof typeof strings.hooks.sorts;
type GroupId = keyof typeof strings.hooks.groups;

export type View = { query: string; filter: Filter; sort: Sort; unfolded: ReadonlySet<string> };

export type Item =
  | { kind: "heading"; key: string; title: string }
  | {
      kind: "hook";
      key: string;
      hook: Hook;
      /** First and last of its card: they carry the round corners. */
      first: boolean;
      last: boolean;
      replaces: number;
      unfolded: boolean;
      nested: boolean;
    };

/** What a hook counts as: what is called and comes to nothing is not ready. */
type Standing = State | "no-effect";
const standing = (hook: Hook): Standing => (hook.row === "no-effect" ? hook.row : hook.state);

const GROUP_OF: Record<Standing, GroupId> = {
  broken: "needs",
  "needs-setup": "needs",
  ready: "ready",
  "no-effect": "no-effect",
  "not-called": "not-called",
  off: "off",
  "cannot-run-here": "cannot-run-here",
  replaced: "replaced",
};
const GROUP_ORDER: GroupId[] = [
  "needs",
  "waiting",
  "ready",
  "no-effect",
  "not-called",
  "off",
  "cannot-run-here",
  "replaced",
];

function groupOf(hook: Hook, waiting: Waiting): GroupId {
  if (hook.alarming) return "needs";
  // One cause, told once above the list: none of these can be set up before it is gone.
  if (isWaiting(hook, waiting)) return "waiting";
  return GROUP_OF[standing(hook)];
}

const PROJECT = "project:";

/** A hook that runs in one project only is listed under that, but for one that somebody has to look at now. */
function listedIn(hook: Hook, sort: Sort, waiting: Waiting): string {
  if (hook.project && !hook.alarming) return `${PROJECT}${hook.agent}:${hook.project.id}`;
  return sort === "name" ? "name" : groupOf(hook, waiting);
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const byTitle = (a: Hook, b: Hook) =>
  collator.compare(a.title, b.title) || a.agent.localeCompare(b.agent) || a.id.localeCompare(b.id);
/** Within *Needs you*, alarms come first, then what a person can fix at once, then what is broken. */
const need = (hook: Hook) => (hook.alarming ? 0 : hook.state === "broken" ? 2 : 1);

/** Lower-cased once a hook: typing must never cost a frame, also with thousands of them. */
const haystacks = new WeakMap<Hook, string>();
function haystack(hook: Hook): string {
  let text = haystacks.get(hook);
  if (text === undefined) {
    text = [hook.title, hook.name, hook.hook_key, hook.description, hook.when, hook.events.join(" ")]
      .join("\n")
      .toLowerCase();
    haystacks.set(hook, text);
  }
  return text;
}

type Prepared = { sorted: Hook[]; tops: Hook[]; under: Map<string, Hook[]> };

/** Sorting and folding are by far the dearest part, and do not depend on what is typed. */
const preparedOnce = new WeakMap<Hook[], Prepared>();
function prepare(hooks: Hook[]): Prepared {
  let result = preparedOnce.get(hooks);
  if (!result) {
    const sorted = [...hooks].sort(byTitle);
    result = { sorted, ...fold(sorted) };
    preparedOnce.set(hooks, result);
    // Before the first key is pressed, and after the list is drawn.
    setTimeout(() => hooks.forEach(haystack));
  }
  return result;
}

export function sortHooks(hooks: Hook[]): Hook[] {
  return prepare(hooks).sorted;
}

/** Hooks that wait for the settings are not hooks that need to be set up: there is one thing to do for all. */
export const isWaiting = (hook: Hook, waiting: Waiting) =>
  hook.state === "needs-setup" && (waiting.has(hook.agent) || waiting.has(`${hook.agent}/${hook.source}`));

/** Which hooks wait for the settings of this agent: all, or those that are in them. */
export function waitsFor({ agent, blocked }: AgentView): string[] {
  if (blocked === null) return [];
  return [blocked.folders_run ? `${agent}/config` : agent];
}

export function countStates(hooks: Hook[], waiting: Waiting): Record<Filter, number> {
  const counts = {
    all: 0,
    ready: 0,
    "needs-setup": 0,
    "no-effect": 0,
    "not-called": 0,
    off: 0,
    broken: 0,
    "cannot-run-here": 0,
  };
  for (const hook of hooks) {
    const as = standing(hook);
    if (as === "replaced") continue;
    counts.all += 1;
    if (!isWaiting(hook, waiting)) counts[as] += 1;
  }
  return counts;
}

/** Hooks under the one that took their place; those whose winner is not known stand for themselves. */
function fold(hooks: Hook[]): { tops: Hook[]; under: Map<string, Hook[]> } {
  const ids = new Set(hooks.map((hook) => hook.id));
  const under = new Map<string, Hook[]>();
  const tops: Hook[] = [];
  for (const hook of hooks) {
    const winner = hook.replaced_by_id;
    if (hook.state === "replaced" && winner !== null && winner !== hook.id && ids.has(winner)) {
      const others = under.get(winner);
      if (others) others.push(hook);
      else under.set(winner, [hook]);
    } else {
      tops.push(hook);
    }
  }
  return { tops, under };
}

/** The agents whose settings cannot be used, so that their hooks wait for that. */
export type Waiting = ReadonlySet<string>;

export function arrange(hooks: Hook[], view: View, waiting: Waiting): Item[] {
  const query = view.query.trim().toLowerCase();
  const { tops, under } = prepare(hooks);
  const matches = (hook: Hook) => haystack(hook).includes(query);
  const wanted = tops.filter(
    (hook) =>
      (view.filter === "all" || (standing(hook) === view.filter && !isWaiting(hook, waiting))) &&
      (query === "" || matches(hook) || (under.get(hook.id)?.some(matches) ?? false)),
  );

  const groups = new Map<string, Hook[]>();
  const projects = new Map<string, string>();
  for (const hook of wanted) {
    const group = listedIn(hook, view.sort, waiting);
    if (hook.project && group.startsWith(PROJECT)) projects.set(group, hook.project.title);
    const members = groups.get(group);
    if (members) members.push(hook);
    else groups.set(group, [hook]);
  }
  groups.get("needs")?.sort((a, b) => need(a) - need(b));

  const items: Item[] = [];
  const order = [
    ...["name" as const, ...GROUP_ORDER].map((id) => [id, strings.hooks.groups[id]] as const),
    ...[...projects].map(([id, title]) => [id, strings.hooks.inProject(title)] as const),
  ];
  for (const [group, title] of order) {
    const members = groups.get(group);
    if (!members) continue;
    items.push({ kind: "heading", key: `group:${group}`, title });
    const start = items.length;
    for (const hook of members) {
      const others = under.get(hook.id) ?? [];
      const unfolded = others.length > 0 && view.unfolded.has(hook.id);
      const common = { kind: "hook", first: false, last: false } as const;
      items.push({ ...common, key: hook.id, hook, replaces: others.length, unfolded, nested: false });
      if (!unfolded) continue;
      for (const other of others) {
        items.push({ ...common, key: other.id, hook: other, replaces: 0, unfolded: false, nested: true });
      }
    }
    const first = items[start];
    const last = items[items.length - 1];
    if (first?.kind === "hook") first.first = true;
    if (last?.kind === "hook") last.last = true;
  }
  return items;
}
