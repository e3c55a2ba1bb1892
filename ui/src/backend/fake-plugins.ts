/** Plugins of the fake engine: every grade, every state, and what is dangerous. */
import { switched } from "./fake-data";
import type { Change, PluginDetail, PluginSentence, PluginSetting, PluginView } from "./index";
import { type Backend, EngineError } from "./index";

const NONE = { tools: [], commands: [], routes: [], services: [] };

type Part = Partial<PluginView> & { id: string; name: string };

export function makePlugin(part: Part): PluginView {
  const plugin = {
    hook_id: `openclaw/plugin/${part.id}`,
    agent: "openclaw",
    version: "1.2.0",
    description: null,
    dir: `/home/ana/.openclaw/extensions/${part.id}`,
    manifest: `/home/ana/.openclaw/extensions/${part.id}/openclaw.plugin.json`,
    enabled: true,
    untried: false,
    reason: null,
    says: null,
    state: "on",
    bundle: null,
    listens: { grade: "unknown", keys: [], at: null },
    registers: NONE,
    names: { hooks: [], registers: NONE },
    touches: [],
    findings: [],
    notes: [],
    danger: null,
    ...part,
  } as PluginView;
  const works = plugin.state !== "broken";
  const at = plugin.listens.keys.find(({ moment }) => moment !== null);
  return {
    ...plugin,
    switchable: works && !plugin.untried,
    loadable: works && plugin.bundle === null,
    try_at: works ? (at?.moment ?? null) : null,
  };
}

const beforeTool = (priority: number | null) => ({
  key: "before_tool_call",
  when: "before a tool runs",
  moment: "before-tool-call",
  not_allowed: false,
  priority,
});

export function fullPlugins(): PluginView[] {
  return [
    makePlugin({
      id: "tool-guard",
      name: "Tool guard",
      description: "Stops tools that would leave the project",
      listens: { grade: "named", keys: [beforeTool(null)], at: null },
      names: { hooks: ["before_tool_call"], registers: { ...NONE, tools: ["guard_status"] } },
      registers: { ...NONE, tools: ["guard_status"] },
      touches: [{ kind: "env", what: "It reads GUARD_TOKEN.", file: "index.js", line: 4 }],
    }),
    makePlugin({ id: "memory-router", name: "Memory router", version: null }),
    makePlugin({
      id: "clipper",
      name: "Clipper",
      state: "off",
      enabled: false,
      reason: "not in allowlist",
      says: "Not in plugins.allow",
      listens: {
        grade: "seen",
        keys: [
          {
            key: "message_sending",
            when: "before a message goes out",
            moment: "message-sending",
            not_allowed: false,
            priority: 50,
          },
          { key: "agent_end", when: "when the agent is done", moment: null, not_allowed: true, priority: 0 },
        ],
        at: "2026-11-22T06:10:00Z",
      },
      names: { hooks: ["message_sending", "agent_end"], registers: NONE },
    }),
    makePlugin({
      id: "old-one",
      name: "old-one",
      manifest: null,
      state: "broken",
      reason: "It has no openclaw.plugin.json, so it is not loaded.",
      says: "It has no openclaw.plugin.json, so it is not loaded.",
    }),
    makePlugin({
      id: "helper",
      name: "Super helper",
      danger: "It downloads a program and runs it unread.",
      findings: [
        {
          rule: "downloaded-code",
          severity: "high",
          file: "index.js",
          line: 7,
          excerpt: "exec(await (await fetch(url)).text())",
          why: "It downloads a program and runs it unread.",
          language: "javascript",
        },
      ],
    }),
  ];
}

const setting = (part: Partial<PluginSetting> & { path: string; label: string }): PluginSetting => ({
  help: null,
  kind: "text",
  choices: [],
  placeholder: null,
  default: null,
  required: false,
  secret: false,
  advanced: false,
  set: false,
  value: null,
  ...part,
});

const sentenceWords = ({ act, pattern, with: text }: PluginSentence) =>
  `Before a tool runs${pattern ? `, if the text matches ${pattern}` : ""}: ${act === "block" ? `block it with “${text}”` : text}`;

/** What the fake engine knows of plugins; `change` is how it tells what was done. */
export class FakePlugins {
  /** The plugins that a setting would switch. */
  alsoSwitched: string[] = [];
  all: PluginView[] = [];
  sentences: Record<string, PluginSentence> = {};
  byHand: string[] = [];
  /** Those that came from elsewhere. */
  installed: string[] = [];
  settings: PluginSetting[] = [
    setting({
      path: "region",
      label: "Region",
      kind: "choice",
      choices: ["eu", "us"],
      default: "eu",
      help: "Where its service runs",
    }),
    setting({ path: "token", label: "Token", secret: true, set: true, required: true }),
    setting({ path: "strict", label: "Strict", kind: "switch", default: "false" }),
    setting({ path: "folders", label: "Folders", kind: "list", set: true, value: "~/work\n~/notes" }),
    setting({ path: "limits.retries", label: "Retries", kind: "number", advanced: true, default: "3" }),
  ];

  /** The ids of those that were tried as they were typed. */
  tried = new Set<string>();

  constructor(
    readonly change: (summary: string, work: () => void) => Change,
    readonly calls: string[],
  ) {}

  find(id: string): PluginView {
    const found = this.all.find((plugin) => plugin.hook_id === id);
    if (found) return found;
    throw new EngineError({ code: "not-found", message: `There is no plugin ${id}.`, hint: null });
  }

  /** As the engine copies one: under an id of its own, off. */
  copy(id: string) {
    const plugin = this.find(id);
    const own = `${plugin.id}-mine`;
    const name = `${plugin.name}, my copy`;
    const place = { id: own, hook_id: `openclaw/plugin/${own}`, name };
    const fresh = makePlugin({ ...plugin, ...place, state: "off", enabled: false });
    const change = this.change(`${plugin.name} was copied as ${own}. The copy is off.`, () => {
      this.all = [...this.all, fresh];
    });
    return { id: fresh.hook_id, change };
  }

  replace(id: string, part: Partial<PluginView>) {
    this.all = this.all.map((plugin) =>
      plugin.hook_id === id ? makePlugin({ ...plugin, ...part }) : plugin,
    );
  }

  detail(id: string): PluginDetail {
    const plugin = this.find(id);
    return {
      plugin,
      folder: plugin.dir.replace("/home/ana", "~"),
      settings: plugin.id === "tool-guard" ? this.settings : [],
      files: [
        { path: "index.js", bytes: 1840 },
        { path: "openclaw.plugin.json", bytes: 410 },
        { path: "package.json", bytes: 120 },
      ],
      program: "index.js",
      receipt: null,
      not_removable: null,
      not_copied: null,
      sentence: this.sentences[id] ?? null,
      sentence_words: this.sentences[id] ? sentenceWords(this.sentences[id]) : null,
      by_hand: this.byHand.includes(id),
    };
  }
}

export function pluginCommands(
  plugins: FakePlugins,
): Pick<
  Backend,
  | "plugins"
  | "plugin"
  | "setPluginEnabled"
  | "setPluginSettings"
  | "removePlugin"
  | "findOut"
  | "newPluginChoices"
  | "pluginTemplates"
  | "createPlugin"
  | "checkPluginSentence"
  | "newPluginFiles"
  | "changePluginSentence"
> {
  return {
    plugins: async (agent) => (agent === "openclaw" ? plugins.all : []),
    plugin: async (id) => plugins.detail(id),
    setPluginEnabled: async (id, on, confirmed) => {
      const plugin = plugins.find(id);
      const others = plugins.all.filter((other) => other.hook_id !== id && other.state === "off");
      if (on && others.length > 0 && !confirmed) {
        const also = others.map(({ name }) => switched(name, "on"));
        const plan = { title: `Turn on ${plugin.name}`, steps: [], files: [], also, stays: [] };
        return { kind: "confirm", plan };
      }
      const change = plugins.change(`${plugin.name} was turned ${on ? "on" : "off"}.`, () =>
        plugins.replace(id, { enabled: on, state: on ? "on" : "off", says: on ? null : "It is off" }),
      );
      return { kind: "done", change };
    },
    setPluginSettings: async (id, changes, confirmed) => {
      const path = changes.map(([one]) => one).join(" and ");
      plugins.calls.push(`set ${path}`);
      const isWrong = ([one, value]: (typeof changes)[number]) =>
        one === "limits.retries" && value !== null && !/^\d+$/.test(value);
      if (changes.some(isWrong)) {
        const message = "Retries: It must be a number. Nothing was changed.";
        throw new EngineError({ code: "refused", message, hint: null });
      }
      const plugin = plugins.find(id);
      if (!confirmed) {
        const files = [{ path: "openclaw.json", diff: `+${path}: …\n` }];
        const also = plugins.alsoSwitched.map((name) => switched(name, "on"));
        const plan = { title: `Save ${path} for ${plugin.name}`, steps: [], files, also, stays: [] };
        return { kind: "confirm", plan };
      }
      const change = plugins.change(`A setting of ${plugin.name} was saved.`, () => {
        plugins.settings = plugins.settings.map((one) => {
          const [, value] = changes.find(([own]) => own === one.path) ?? [null, undefined];
          if (value === undefined) return one;
          return { ...one, set: value !== null, value: one.secret ? null : value };
        });
      });
      return { kind: "done", change };
    },
    removePlugin: async (id, confirmed) => {
      const plugin = plugins.find(id);
      if (!confirmed) {
        const title = `Remove ${plugin.name} and its settings`;
        return { kind: "confirm", plan: { title, steps: [], files: [], also: [], stays: [] } };
      }
      const change = plugins.change(`${plugin.name} was removed.`, () => {
        plugins.all = plugins.all.filter((other) => other.hook_id !== id);
      });
      return { kind: "done", change };
    },
    findOut: async (id, confirmed) => {
      const plugin = plugins.find(id);
      plugins.calls.push(`findOut ${plugin.id} ${confirmed}`);
      if (!confirmed) {
        return { kind: "confirm", title: `Load ${plugin.name}?`, sentences: ["Its code runs once."] };
      }
      plugins.replace(id, {
        listens: { grade: "seen", keys: [beforeTool(50)], at: "2026-11-22T06:30:00Z" },
      });
      return { kind: "done", plugin: plugins.find(id) };
    },
    newPluginChoices: async () => {
      const tried_at = (key: string) => ({ key, sample: '{"toolName":"exec","params":{"command":"ls"}}' });
      return [
        {
          ...{ key: "before_tool_call", when: "before a tool runs", stops: true, tools: true },
          tried_at: tried_at("before-tool-call"),
        },
        {
          ...{ key: "message_sending", when: "before a message goes out", stops: true, tools: false },
          tried_at: tried_at("message-sending"),
        },
        { key: "agent_end", when: "when the agent is done", stops: false, tools: false, tried_at: null },
      ];
    },
    pluginTemplates: async () => {
      const at = { event: "before_tool_call", says: "The tool exec is never run." };
      const sentence: PluginSentence = {
        ...{ event: "before_tool_call", tools: ["exec"], pattern: "", act: "block" },
        ...{ with: "This tool needs a person", timeout: null, priority: null },
      };
      return [
        { id: "block-tool", title: "Block a tool by its name", ...at, sentence },
        {
          id: "limit-tools",
          title: "Stop after so many uses",
          ...at,
          says: "60, or your number.",
          sentence: null,
        },
      ];
    },
    checkPluginSentence: async (_, { act, pattern, with: address }) => {
      const says = (field: string, message: string) => [{ field, message, hint: null }];
      const problems = [
        ...(pattern === "("
          ? says("pattern", "The pattern is not a valid regular expression: unclosed group.")
          : []),
        ...(act === "post" && !/^https?:/.test(address)
          ? says("with", "The address begins with http:// or https:// and names a host.")
          : []),
      ];
      const why = "All conditions are met";
      const met = { runs: true, unexpected: false, example: `exec with “${pattern}”`, why };
      return { problems, passes: pattern === "" || problems.length > 0 ? [] : [met] };
    },
    newPluginFiles: async (_, { name, sentence }) => {
      const file = (path: string, change: "added" | "edited", diff: string) => ({
        ...{ path, change, diff, why_no_diff: null },
      });
      const folder = `~/.openclaw/extensions/${name}`;
      return [
        file(`${folder}/index.js`, "added", `+// ${sentence?.with ?? "TODO"}\n`),
        file("~/.openclaw/openclaw.json", "edited", `+"${name}": { "enabled": false }\n`),
      ];
    },
    createPlugin: async (_, { name, template, sentence }) => {
      if (sentence === null) {
        plugins.calls.push(`create ${name} ${template}`);
        const plugin = makePlugin({ id: name, name, state: "off", enabled: false, says: "It is off" });
        const change = plugins.change(`The plugin ${name} was created.`, () => plugins.all.push(plugin));
        return { id: plugin.hook_id, change };
      }
      if (sentence.with.trim() === "") {
        const message = "Say why it is blocked: the agent reads it.";
        throw new EngineError({ code: "refused", message, hint: null });
      }
      const listens = { grade: "named" as const, keys: [beforeTool(null)], at: null };
      const untried = !plugins.tried.has(name);
      const off = { state: "off", enabled: false, untried, says: "It is off" } as const;
      const plugin = makePlugin({ id: name, name, ...off, listens });
      plugins.sentences[plugin.hook_id] = sentence;
      const change = plugins.change(`The plugin ${name} was created.`, () => plugins.all.push(plugin));
      return { id: plugin.hook_id, change };
    },
    changePluginSentence: async (id, sentence, confirmed) => {
      const plugin = plugins.find(id);
      if (!confirmed) {
        const files = [{ path: "sentence.json", diff: `+${sentence.with}\n` }];
        return {
          kind: "confirm",
          plan: { title: `Change ${plugin.name}`, steps: [], files, also: [], stays: [] },
        };
      }
      const change = plugins.change(`${plugin.name} was changed.`, () => {
        plugins.sentences[id] = sentence;
      });
      return { kind: "done", change };
    },
  };
}
