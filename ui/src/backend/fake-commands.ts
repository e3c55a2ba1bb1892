/** The commands of the engine in memory, with its manners. */
import type { FakeEngine } from "./fake";
import { configCommands } from "./fake-config";
import { AGENTS, makeHook, NO_PLAN, switched, tokenMissing } from "./fake-data";
import { detailOf, includedHooks } from "./fake-detail";
import { makeCommands } from "./fake-make";
import { pluginCommands } from "./fake-plugins";
import { repairCommands } from "./fake-repair";
import { settingsCommands } from "./fake-settings";
import { setupCommands } from "./fake-setup";
import { waitsFor } from "./fake-truth";
import { wordCommands } from "./fake-word";
import type { Hook, Overview, PlanView } from "./index";
import { type Backend, EngineError } from "./index";

/** Every command of the fake. */
export function commandsOf(engine: FakeEngine): Backend {
  const ready = (hook: Hook): Partial<Hook> => ({
    missing: [],
    eligible: true,
    reason: null,
    state: hook.enabled ? "ready" : "off",
  });
  const switchesOthers = (id: string, title: string): PlanView => {
    const also = engine.hooks
      .filter((other) => other.agent === "openclaw" && other.id !== id)
      .map((other) => switched(other.name, "off"));
    const diff = '   "entries": {\n+    "session-memory": { "enabled": false }\n   }\n';
    return { ...NO_PLAN, title, also, files: [{ path: "~/.openclaw/openclaw.json", diff }] };
  };
  const overview = (): Overview => ({
    agents: AGENTS.map((agent) => engine.view(agent)),
    default_agent: "milady",
    machine: engine.machine,
  });
  return {
    ...pluginCommands(engine.plugins),
    overview: async () => overview(),
    hooks: async (agent) => engine.hooks.filter((hook) => agent === null || hook.agent === agent),
    hook: async (id) => {
      const detail = engine.receipts.with(detailOf(engine.find(id)));
      const setup = detail.setup.map((item) =>
        item.kind === "env" ? { ...item, readers: engine.readers } : item,
      );
      return { ...detail, setup, findings: engine.found.get(id) ?? detail.findings };
    },
    setEnabled: async (id, on, confirmed) => {
      const hook = engine.find(id);
      if (hook.agent === "openclaw" && !confirmed) {
        return { kind: "confirm", plan: switchesOthers(id, `Turn ${hook.title} off, and others with it?`) };
      }
      const change = engine.change(hook.agent, `${hook.title} was turned ${on ? "on" : "off"}.`, () =>
        engine.replace(id, { enabled: on, state: on ? "ready" : "off" }),
      );
      return { kind: "done", change };
    },
    ...configCommands(engine),
    heard: async () => engine.heard,
    chooseRuntime: async (agent, version) => {
      engine.choose(agent, version);
      return null;
    },
    holdOpen: async (on) => {
      engine.heldOpen = on;
      return null;
    },
    keepTyped: async (name, text) => {
      if (text === null) engine.typed.delete(name);
      else engine.typed.set(name, text);
      return null;
    },
    typedBefore: async () => Object.fromEntries(engine.typed),
    askToClose: async () => null,
    setZoom: async () => null,
    setHooksOn: async (agent, on) =>
      engine.change(agent, `Hooks were turned ${on ? "on" : "off"}.`, () => {
        engine.agent(agent).hooks_on = on;
      }),
    setEnv: async (id, key, _value, confirmed) => {
      const hook = engine.find(id);
      if (hook.agent === "openclaw" && !confirmed)
        return { kind: "confirm", plan: switchesOthers(id, `Save ${key}?`) };
      const change = engine.change(hook.agent, `${key} was saved.`, () => engine.replace(id, ready(hook)));
      return { kind: "done", change };
    },
    clearEnv: async (id, key) => {
      const hook = engine.find(id);
      const change = engine.change(hook.agent, `${key} was cleared.`, () =>
        engine.replace(id, {
          state: "needs-setup",
          eligible: false,
          missing: [tokenMissing],
          reason: tokenMissing.sentence,
        }),
      );
      return { kind: "done", change: { ...change, kept_copies: 2 } };
    },
    setSetting: async (id, path) => ({
      kind: "done",
      change: engine.change(engine.find(id).agent, `${path} was saved.`, () => {}),
    }),
    clearSetting: async (id, path) => ({
      kind: "done",
      change: engine.change(engine.find(id).agent, `${path} was cleared.`, () => {}),
    }),
    makeExecutable: async (id) => {
      const hook = engine.find(id);
      return engine.change(hook.agent, `${hook.title} may be run now.`, () =>
        engine.replace(id, ready(hook)),
      );
    },
    fixNote: async (id, note, confirmed) => {
      const hook = engine.find(id);
      if (!confirmed) {
        const diff = ' name: github-digest\n-metadata:\n-  milady:\n+metadata: {"milady":{"emoji":"🐙"}}\n';
        const plan = {
          ...NO_PLAN,
          title: "Write the settings as one line of JSON?",
          steps: ["HOOK.md is rewritten."],
        };
        return { kind: "confirm", plan: { ...plan, files: [{ path: "HOOK.md", diff }] } };
      }
      const change = engine.change(hook.agent, "The hook's settings were rewritten.", () =>
        engine.replace(id, { notes: hook.notes.filter((other) => other.id !== note) }),
      );
      return { kind: "done", change };
    },
    ...repairCommands(engine),
    ...wordCommands(engine),
    included: async () =>
      includedHooks().map((hook) => ({
        ...hook,
        agents: hook.agents.map((offer) => {
          const there = engine.hooks.find((other) => other.agent === offer.agent && other.name === hook.name);
          const update = there !== undefined && engine.receipts.updates.has(there.id);
          const waits = engine.scenario === "truth" ? waitsFor(offer.agent, hook.when) : null;
          return { ...offer, installed: there?.id ?? null, update, waits };
        }),
      })),
    installIncluded: async (name, agent) => {
      const hook = includedHooks().find((other) => other.name === name);
      if (!hook) throw new EngineError({ code: "not-found", message: `There is no ${name}.`, hint: null });
      const { title, emoji, description, when } = hook;
      const needsToken = name === "github-digest";
      const made = makeHook({ agent, name, title, emoji, description, when });
      const fresh: Hook = needsToken
        ? {
            ...made,
            state: "needs-setup",
            eligible: false,
            missing: [tokenMissing],
            reason: tokenMissing.sentence,
          }
        : made;
      const change = engine.change(agent, `${title} was installed.`, () => {
        engine.hooks = [...engine.hooks, fresh];
        engine.agent(agent).found = true;
      });
      return { id: fresh.id, change };
    },
    activity: async () => engine.activity,
    tryMoments: async (agent) =>
      engine.tries
        .moments(agent)
        .map((moment) => ({ ...moment, sent: engine.scenario !== "truth" || agent !== "milady" })),
    tryIt: async (wish) => {
      if (wish.plugin) {
        engine.plugins.tried.add(wish.plugin.id);
        engine.plugins.replace(`openclaw/plugin/${wish.plugin.id}`, { untried: false });
      }
      return engine.tries.start(wish);
    },
    cancelTry: async (run) => {
      engine.tries.cancel(run);
      return null;
    },
    removedHooks: async () => engine.removed,
    restoreRemoved: async (id, name) => {
      const hook = engine.removed.find((one) => one.id === id && one.name === name);
      if (!hook)
        throw new EngineError({ code: "not-found", message: `${name} is not kept any more.`, hint: null });
      return engine.change(hook.agent, `${name} is back where it was.`, () => {
        engine.removed = engine.removed.filter((one) => one !== hook);
      });
    },
    tryBox: async () => engine.tries.box,
    tryShow: async (run, row, deed) => engine.tries.show(run, row, deed),
    tryKeep: async () => "2026-11-22.md",
    tryClear: async () => null,
    ...makeCommands(engine),
    ...engine.receipts.commands(),
    undo: async (id) => engine.takeBack(id),
    openFolder: async (id) => {
      engine.opened.push(id);
      return null;
    },
    openConfigFolder: async (agent) => {
      engine.opened.push(agent);
      return null;
    },
    openLink: async (url) => {
      engine.opened.push(url);
      return null;
    },
    refresh: async () => overview(),
    dismissPending: async (agent) => {
      Object.assign(engine.agent(agent), { pending: [], pending_hooks: [] });
      return null;
    },
    ...engine.jobs.commands(),
    ...engine.incoming.commands(engine),
    ...settingsCommands(engine),
    ...setupCommands(engine),
    firstPage: async () => ({ told: 0, overview: overview(), hooks: engine.hooks }),
    keepPicture: async () => null,
    told: async () => 0,
    windowReady: async () => {
      engine.windowShown += 1;
      return null;
    },
    onInventoryChanged: async (report) => engine.listen(report),
    onMachineChanged: async () => () => {},
    onTry: async (report) => engine.tries.listen(report),
  };
}
