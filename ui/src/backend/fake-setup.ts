/** The fake engine's set-up: the one of the design, with one of each kind of difference. */
import type { FakeEngine } from "./fake";
import { NO_PLAN } from "./fake-data";
import { type Backend, type Comparison, type Difference, EngineError, type Needed } from "./index";

type Commands = "exportSetup" | "openSetup" | "setup" | "planSetup" | "applySetup" | "closeSetup";

const difference = (one: Pick<Difference, "id" | "agent" | "title" | "what"> & Partial<Difference>) => ({
  hook: one.id.split("/")[1] ?? null,
  emoji: null,
  detail: null,
  here: null,
  there: null,
  source: null,
  foreign: false,
  blocked: null,
  plugin: null,
  afterwards: [],
  ...one,
});

const DIFFERENCES: Difference[] = [
  difference({
    id: "moltis/dcg-guard/missing",
    agent: "moltis",
    title: "Block dangerous commands",
    emoji: "🧯",
    what: "missing",
    source: "included",
    afterwards: ["off", "order 5"],
  }),
  difference({
    id: "zeroclaw/deploy-post/missing",
    agent: "zeroclaw",
    title: "Deploy post",
    emoji: "📣",
    what: "missing",
    source: "git+https://github.com/example/hooks",
    foreign: true,
  }),
  difference({
    id: "milady/old-notes/missing",
    agent: "milady",
    title: "old-notes",
    what: "missing",
    source: "this computer",
    blocked:
      "The set-up does not say where its files come from. Write an address into it, or `./` and the name of a folder beside it, then open it again.",
  }),
  difference({
    id: "milady/session-memory/switch",
    agent: "milady",
    title: "Session memory",
    emoji: "🧠",
    what: "switch",
    here: "on",
    there: "off",
  }),
  difference({
    id: "zeroclaw/sandbox-writes/order",
    agent: "zeroclaw",
    title: "Sandbox writes",
    emoji: "📦",
    what: "order",
    detail: "Before a tool",
    here: "second",
    there: "first",
  }),
];

const ALSO_HERE: Difference[] = [
  difference({ id: "milady/welcome/other", agent: "milady", title: "Welcome", what: "other", here: "on" }),
];

const NEEDED: Needed[] = [
  {
    agent: "milady",
    hook: "github-digest",
    id: "milady/managed/github-digest",
    title: "GitHub digest",
    emoji: "🐙",
    env: "GITHUB_TOKEN",
    name: "GitHub token",
  },
];

export function setupCommands(engine: FakeEngine): Pick<Backend, Commands> {
  let open = false;
  let left = DIFFERENCES;
  let also = ALSO_HERE;
  const view = () => {
    const comparison: Comparison = {
      same: left.length === 0,
      differences: left,
      needed: NEEDED,
      also_here: also,
      hooks: 9,
      plugins: 0,
      plugins_alike: 0,
      alike: 9 - new Set(left.map(({ hook }) => hook)).size,
    };
    return { name: "team-desk.toml", comparison };
  };
  const opened = () => {
    if (open) return view();
    throw new EngineError({ code: "not-found", message: "No set-up is open any more.", hint: null });
  };
  return {
    exportSetup: async () => ({
      path: "~/my-setup.toml",
      hooks: engine.hooks.length,
      plugins: 1,
      not_carried: [{ name: "my-notes", why: "Part of the workspace, which brings it along." }],
      without_files: [
        { names: ["tidy-up", "old-notes"], why: "Made on this computer or put there by hand." },
        { names: ["greeter"], why: "Installed from a folder of this computer." },
      ],
    }),
    openSetup: async () => {
      open = true;
      left = DIFFERENCES;
      also = ALSO_HERE;
      return view();
    },
    setup: async () => opened(),
    planSetup: async (chosen) =>
      DIFFERENCES.filter(({ id, foreign }) => chosen.includes(id) && !foreign).map(({ title }) => ({
        ...NO_PLAN,
        title: `Install ${title}`,
        steps: ["Put 2 files into ~/.moltis/hooks/dcg-guard"],
      })),
    applySetup: async (chosen) => {
      engine.calls.push(`applySetup(${chosen.join(", ")})`);
      const done = [...left, ...also].filter(({ id, foreign }) => chosen.includes(id) && !foreign);
      const not_done = left
        .filter(({ id, foreign }) => chosen.includes(id) && foreign)
        .map(({ id, title }) => ({
          id,
          title,
          why: "The check has 1 serious finding: It sends your keys away (handler.ts:2). Read the files first.",
          findings: true,
        }));
      left = left.filter((one) => !done.includes(one));
      also = also.filter((one) => !done.includes(one));
      const applied = {
        done: done.map(({ title }) => `${title} was installed.`),
        not_done,
        undo: done[0] ? engine.change(done[0].agent, "The set-up was applied.", () => undefined).undo : null,
      };
      return { applied, view: view() };
    },
    closeSetup: async () => {
      open = false;
      return null;
    },
  };
}
