/** What the fake engine does with the settings of its agents. */

import type { FakeEngine } from "./fake";
import { makeHook, NO_PLAN, switched } from "./fake-data";
import { entryItem, withValue } from "./fake-settings-data";
import type { BackgroundView, ListId, OwnData, SettingsView } from "./index";
import { type Backend, EngineError } from "./index";

type Commands =
  | "settings"
  | "setField"
  | "clearField"
  | "addFolder"
  | "removeFolder"
  | "pickFolder"
  | "addProject"
  | "removeProject"
  | "saveEntry"
  | "removeEntry"
  | "contextFile"
  | "saveContextFile"
  | "ownData"
  | "setGuard"
  | "wishes"
  | "setWishes"
  | "background"
  | "openOwnData"
  | "removeOwnData";

function withItems(
  view: SettingsView,
  list: ListId,
  change: (items: SettingsView["lists"][0]["items"]) => SettingsView["lists"][0]["items"],
): Partial<SettingsView> {
  return {
    lists: view.lists.map((other) => (other.id === list ? { ...other, items: change(other.items) } : other)),
  };
}

function ownData(engine: FakeEngine): OwnData {
  const { ownDataExists: exists, guard } = engine;
  return {
    folder: "~/.local/share/tacklebox",
    exists,
    goes: exists ? ["What earlier changes can be taken back with is removed."] : [],
    stays: ["Every hook stays where it is and keeps working."],
    copies: "The copies for Undo take 1 MB. The oldest go when all take more than 268 MB, or after a year.",
    guard,
  };
}

function background(engine: FakeEngine): BackgroundView {
  return { problem: engine.wishes.background ? engine.noTray : null, at_login: engine.atLogin };
}

export function settingsCommands(engine: FakeEngine): Pick<Backend, Commands> {
  return {
    settings: async (agent) => engine.settingsOf(agent),
    setField: async (agent, field, value) =>
      engine.changeSettings(agent, `“${field}” was saved.`, ({ fields }) => ({
        fields: fields.map((other) => (other.id === field ? withValue(other, value) : other)),
      })),
    clearField: async (agent, field) =>
      engine.changeSettings(agent, `“${field}” was cleared.`, ({ fields }) => ({
        fields: fields.map((other) => (other.id === field ? withValue(other, null) : other)),
      })),
    addFolder: async (agent, folder, confirmed) => {
      if (agent === "openclaw" && !confirmed) {
        const also = [switched("session-memory", "on")];
        return { kind: "confirm", plan: { ...NO_PLAN, title: `Read hooks from ${folder} too`, also } };
      }
      return engine.changeSettings(agent, `Hooks are read from ${folder} too.`, ({ folders }) => ({
        folders: folders && {
          ...folders,
          items: [...folders.items, { folder, problem: null, included: false }],
        },
      }));
    },
    removeFolder: async (agent, folder) =>
      engine.changeSettings(agent, `Hooks are no longer read from ${folder}.`, ({ folders }) => ({
        folders: folders && { ...folders, items: folders.items.filter((item) => item.folder !== folder) },
      })),
    addProject: async (agent, folder) => {
      const view = engine.agents.find((other) => other.agent === agent);
      const taken = view?.projects?.some((project) => project.folder === folder);
      if (!view?.projects || taken)
        throw new EngineError({
          code: "refused",
          message: `${folder} is in the list already.`,
          hint: null,
        });
      const id = String(view.projects.length + 1);
      return engine.change(agent, `The hooks of ${folder} are listed.`, () => {
        view.projects = [...(view.projects ?? []), { id, folder, problem: null }];
        const name = folder.split("/").at(-1) ?? folder;
        const path = folder.replace("~", "/home/ana");
        const sentence = `${view.name} runs it only when it is started in ${folder}.`;
        const project = { id, folder: path, title: folder, sentence };
        const hook = makeHook({ name: `guard-${name}`, agent, source: "workspace", project });
        engine.hooks = [...engine.hooks, { ...hook, id: `${hook.id}@${id}` }];
      });
    },
    removeProject: async (agent, id) => {
      const view = engine.agents.find((other) => other.agent === agent);
      const folder = view?.projects?.find((project) => project.id === id)?.folder;
      return engine.change(agent, `The hooks of ${folder} are no longer listed.`, () => {
        if (view) view.projects = view.projects?.filter((project) => project.id !== id) ?? null;
        engine.hooks = engine.hooks.filter((hook) => hook.project?.id !== id || hook.agent !== agent);
      });
    },
    pickFolder: async () => engine.picks,
    saveEntry: async (agent, list, id, entry) => {
      const item = entryItem(list, entry);
      return engine.changeSettings(agent, `${item.title} was saved.`, (view) =>
        withItems(view, list, (items) =>
          id === null
            ? [...items, { ...item, draft: item.hook !== null }]
            : items.map((other) => (other.id === id ? item : other)),
        ),
      );
    },
    removeEntry: async (agent, list, id) =>
      engine.changeSettings(agent, "It was removed.", (view) =>
        withItems(view, list, (items) => items.filter((item) => item.id !== id)),
      ),
    contextFile: async (agent, name) => {
      const text = engine.contexts.get(name) ?? "";
      const purpose =
        engine.settingsOf(agent).context_files.find((file) => file.name === name)?.purpose ?? "";
      const starter = text.trim() === "" ? `# ${name}\n\n- \n` : null;
      return { name, purpose, text, path: `~/.moltis/${name}`, stamp: text, starter };
    },
    saveContextFile: async (agent, name, text, stamp) => {
      if ((engine.contexts.get(name) ?? "") !== stamp)
        throw new EngineError({
          code: "changed-meanwhile",
          message: `~/.moltis/${name} was changed by another program since it was read; nothing was written.`,
          hint: null,
        });
      engine.contexts.set(name, text);
      return engine.change(agent, `${name} of Moltis was saved.`, () => {});
    },
    ownData: async () => ownData(engine),
    setGuard: async (on) => {
      engine.guard = on;
      return ownData(engine);
    },
    wishes: async () => engine.wishes,
    background: async (atLogin) => {
      engine.atLogin = atLogin ?? engine.atLogin;
      return background(engine);
    },
    setWishes: async (wishes) => {
      if (wishes.background && !engine.wishes.background && engine.noTray)
        throw new EngineError({ code: "refused", message: engine.noTray, hint: null });
      engine.wishes = wishes;
      return wishes;
    },
    openOwnData: async () => {
      engine.opened.push("own data");
      return null;
    },
    removeOwnData: async () => {
      engine.ownDataExists = false;
      return ownData(engine);
    },
  };
}
