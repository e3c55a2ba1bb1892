/** Sentences and orders of the fake computer: enough for the screens, with the engine's manners. */
import type { FakeEngine } from "./fake";
import { actionOf, makeHook, unordered } from "./fake-data";
import { saysOf } from "./fake-try";
import type {
  AgentId,
  Backend,
  HandlerKind,
  Hook,
  KindSays,
  Sentence,
  SentenceCheck,
  SentenceEvent,
  TemplateOffer,
  TimelineHook,
  TimelineMoment,
} from "./index";

const event = (key: string, label: string, modifying: boolean, part: Partial<SentenceEvent> = {}) => ({
  key,
  label,
  sentence: label,
  modifying,
  sent: true,
  sample: "{}",
  ...part,
});

function eventsOf(agent: AgentId): SentenceEvent[] {
  if (agent === "zeroclaw")
    return [
      event("on_session_start", "Session starts", false, { sample: '{"channel": "telegram"}' }),
      event("before_tool_call", "Tool is about to run", true, {
        sample: '{"tool": "bash", "arguments": {"command": "ls -la"}, "channel": "telegram"}',
      }),
      event("before_prompt_build", "Prompt is built", true, { sample: '{"prompt": "Hello"}' }),
    ];
  if (agent === "moltis")
    return [
      event("SessionStart", "Session starts", false),
      event("BeforeToolCall", "Tool is about to run", true, { sample: '{"tool": "bash"}' }),
      event("MessageSending", "Answer is about to go out", true, { sent: false }),
    ];
  return [
    event("session:start", "Session starts", false, { sample: '{"channel": "telegram"}' }),
    event("command:new", "You type /new", false),
  ];
}

function kindsOf(agent: AgentId): KindSays[] {
  const says = (kind: HandlerKind, part: Partial<KindSays> = {}): KindSays => ({
    kind,
    events: null,
    timeout: kind !== "module",
    workdir: false,
    request: false,
    ...part,
  });
  if (agent === "moltis") return [says("shell")];
  if (agent !== "zeroclaw") return [says("module")];
  return [
    says("shell", { workdir: true }),
    says("prompt", { events: ["before_prompt_build"], timeout: false }),
    says("http", { request: true }),
  ];
}

export function sentenceOf(agent: AgentId, part: Partial<Sentence> = {}): Sentence {
  return {
    agent,
    hook: null,
    name: "",
    entry: false,
    template: null,
    description: "",
    events: [eventsOf(agent)[0]?.key ?? ""],
    kind: agent === "zeroclaw" || agent === "moltis" ? "shell" : "module",
    command: "",
    url: "",
    method: "POST",
    headers: [],
    body: "",
    content: "",
    position: "append",
    channels: [],
    users: [],
    pattern: "",
    timeout: null,
    priority: null,
    workdir: "",
    env: [],
    emoji: "",
    homepage: "",
    bins: [],
    any_bins: [],
    needs_env: [],
    config: [],
    os: [],
    always: false,
    hook_key: "",
    export: "",
    version: "",
    keys: [],
    ...part,
  };
}

function sentenceOfHook(hook: Hook): Sentence {
  const { action, conditions } = hook;
  return sentenceOf(hook.agent, {
    hook: hook.id,
    name: hook.name,
    description: hook.description,
    events: hook.events,
    kind: action?.kind === "builtin" ? "module" : (action?.kind ?? "module"),
    command: action?.command ?? "",
    url: action?.url ?? "",
    content: action?.content ?? "",
    channels: conditions?.channels ?? [],
    users: conditions?.users ?? [],
    pattern: conditions?.pattern ?? "",
  });
}

function checkOf(engine: FakeEngine, typed: Sentence): SentenceCheck {
  const problems: SentenceCheck["problems"] = [];
  const wrong = (field: string, message: string) => problems.push({ field, message, hint: null });
  if (typed.hook === null && typed.name === "") wrong("name", "A name is missing.");
  if (
    typed.hook === null &&
    engine.hooks.some(({ agent, name }) => agent === typed.agent && name === typed.name)
  )
    wrong("name", `There is a hook named ${typed.name} already: choose another name.`);
  if (typed.kind === "http" && typed.url !== "" && !/^https?:\/\/[^/]/.test(typed.url))
    wrong("url", "The url begins with http:// or https:// and names a host.");
  if (typed.homepage !== "" && !/^https?:\/\/[^/]/.test(typed.homepage))
    wrong("homepage", "The homepage begins with http:// or https://.");
  const blank =
    typed.kind === "http" && typed.url === ""
      ? "url"
      : typed.kind === "prompt" && typed.content === ""
        ? "content"
        : null;
  const [channel] = typed.channels;
  const passes =
    channel === undefined
      ? []
      : [
          { runs: true, unexpected: false, example: `in ${channel}`, why: "All conditions are met" },
          { runs: false, unexpected: false, example: "in discord", why: "Another channel" },
        ];
  return {
    problems,
    blank,
    file: { path: "~/HOOK.toml", diff: `-old = 1\n+url = "${typed.url}"\n+command = "${typed.command}"\n` },
    stays: [],
    passes,
    tried: engine.tries.answered.has(saysOf(typed)),
    state: "ready",
    reason: null,
    notes: [],
    unmet: null,
    conditions:
      typed.channels.length === 0
        ? []
        : [
            {
              field: "channel",
              wanted: typed.channels.join(", "),
              met: true,
              why: "The sample has no channel",
            },
          ],
    method: typed.method || (typed.body === "" ? "GET" : "POST"),
    request: typed.kind === "http" ? `POST ${typed.url}\n{}` : null,
  };
}

function timelineOf(engine: FakeEngine, agent: AgentId): TimelineMoment[] {
  const higher = agent === "zeroclaw" || agent === "moltis";
  return eventsOf(agent).map((moment) => {
    const hooks = engine.hooks
      .filter((hook) => hook.agent === agent && hook.enabled && hook.events.includes(moment.key))
      .sort((a, b) => b.priority - a.priority);
    const shown: TimelineHook[] = hooks.map((hook) => ({
      id: hook.id,
      title: hook.title,
      emoji: hook.emoji,
      state: hook.state,
      only: hook.conditions?.channels[0] ?? null,
      can_change: moment.modifying && hook.action?.kind !== "http",
      can_stop: moment.modifying && (hook.action?.kind ?? "shell") === "shell",
      movable: higher && moment.modifying,
      priority: hook.priority,
      plugin: null,
    }));
    return {
      key: moment.key,
      label: moment.label,
      sentence: moment.sentence,
      pace: moment.modifying ? "one after the other" : "all at the same time",
      breaks:
        agent === "moltis" ? "After 5 failures in a row, Moltis leaves a hook out for 60 seconds" : null,
      in_turn: moment.modifying,
      sent: moment.sent,
      heard: null,
      unheard_since: null,
      fixed: !moment.modifying
        ? "They all run at the same time."
        : agent === "zeroclaw"
          ? null
          : "It goes by folder name.",
      hooks: shown,
    };
  });
}

const TEMPLATES: TemplateOffer[] = [
  {
    id: "note-starts",
    title: "Write down when the agent starts",
    says: "The date and the time of each start, in starts.txt beside the hook.",
    event: "SessionStart",
    kind: "shell",
  },
  {
    id: "block-tool",
    title: "Block a tool by its name",
    says: "The tool bash, or the one whose name you write into the script, is never run.",
    event: "BeforeToolCall",
    kind: "shell",
  },
];

type Commands = Pick<
  Backend,
  "openSentence" | "openEntrySentence" | "checkSentence" | "saveSentence" | "timeline" | "setOrders"
>;

export const makeCommands = (engine: FakeEngine): Commands => ({
  openSentence: async (agent, id, at) => {
    const hook = id === null ? null : engine.find(id);
    const events = eventsOf(agent);
    const asked = events.find(({ key }) => key === at) ?? events[0];
    const shell = agent === "moltis" || agent === "zeroclaw";
    return {
      sentence: hook ? sentenceOfHook(hook) : sentenceOf(agent, { events: [asked?.key ?? ""] }),
      title: hook?.title ?? "",
      emoji: hook?.emoji ?? null,
      says: {
        kinds: kindsOf(agent),
        several_events: agent !== "zeroclaw",
        conditions: agent === "zeroclaw",
        priority: shell,
        unordered: unordered(agent),
        bins: agent !== "zeroclaw",
        needs: agent !== "zeroclaw",
        about: agent !== "zeroclaw",
        env: agent === "moltis",
        module: !shell,
        version: true,
        keys: agent !== "zeroclaw",
      },
      events,
      channels: ["telegram", "discord"],
      users: ["admin"],
      draft: hook?.draft ?? true,
      enabled: hook?.enabled ?? false,
      folder: agent === "zeroclaw" ? "~/.zeroclaw/workspace/hooks" : `~/.${agent}/hooks`,
      default_timeout: 30,
      starts: [],
      templates: hook === null && agent === "moltis" ? TEMPLATES : [],
    };
  },
  openEntrySentence: async (agent) => {
    const form = await makeCommands(engine).openSentence(agent, null, null);
    const folder = "~/.config/moltis/moltis.toml";
    return { ...form, folder, templates: [], sentence: { ...form.sentence, entry: true } };
  },
  checkSentence: async (typed) => checkOf(engine, typed),
  saveSentence: async (typed) => {
    const { agent, name, events, kind } = typed;
    engine.calls.push(`saveSentence(${name}, ${typed.template})`);
    engine.sentences.push(typed);
    const part = {
      events,
      action: actionOf({ kind, url: typed.url, command: typed.command, content: typed.content }),
      conditions:
        typed.channels.length > 0
          ? { channels: typed.channels, users: typed.users, pattern: typed.pattern || null, nobody: false }
          : null,
    };
    if (typed.hook !== null) {
      const { title } = engine.find(typed.hook);
      const id = typed.hook;
      return { id, change: engine.change(agent, `${title} was changed.`, () => engine.replace(id, part)) };
    }
    const draft = { draft: true, enabled: false, state: "off" as const };
    const fresh = makeHook({ agent, name, title: name, emoji: "🪝", ...draft, ...part });
    const change = engine.change(agent, `${name} was created. It is a draft: it is off.`, () => {
      engine.hooks = [...engine.hooks, fresh];
    });
    return { id: fresh.id, change };
  },
  timeline: async (agent) => timelineOf(engine, agent),
  setOrders: async (agent, orders, confirmed) => {
    const plan = { title: "Change the order", steps: [], also: [], stays: [] };
    const files = orders.map(() => ({ path: "HOOK.toml", diff: "-priority = 0\n+priority = 10\n" }));
    if (!confirmed) return { kind: "confirm", plan: { ...plan, files } };
    const change = engine.change(agent, "The order was changed.", () => {
      for (const { ids } of orders)
        for (const [index, id] of ids.entries()) engine.replace(id, { priority: 10 * (ids.length - index) });
    });
    return { kind: "done", change };
  },
});
