/** What a menu is about, and what it offers. */
import type { Hook, HookDetail, PluginDetail, PluginView } from "../backend";
import type { Choice } from "../parts/Choices";
import { go, paths } from "../routes";
import { triedAt, turns } from "../screens/hook/can";
import { deedsOf } from "../screens/hook/deeds";
import { deedsOf as deedsOfPlugin } from "../screens/plugins/can";
import { triedFor } from "../screens/plugins/data";
import { strings } from "../strings";

export type Clicked = (
  | { kind: "hook"; hook: Hook }
  | { kind: "plugin"; plugin: PluginView }
  | { kind: "field"; field: HTMLElement; selected: boolean; fixed: boolean; secret: boolean }
  | { kind: "text"; text: string }
  | { kind: "link"; url: string; link: HTMLElement }
) & { go?: (id: string) => void };

const words = strings.menu;
const FIELD = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]";

function fieldOf(target: HTMLElement): Clicked | null {
  const field = target.closest<HTMLElement>(FIELD);
  if (!field) return null;
  const input = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
  const selected = input
    ? input.selectionStart !== input.selectionEnd
    : String(document.getSelection() ?? "") !== "";
  const fixed = input ? input.readOnly || input.disabled : field.ariaReadOnly === "true";
  return { kind: "field", field, selected, fixed, secret: input?.type === "password" };
}

function hookOf(target: HTMLElement, hooks: Hook[]): Clicked | null {
  const key = target.closest<HTMLElement>("[data-hook]")?.dataset.hook;
  const hook = hooks.find(({ id }) => id === key);
  if (!hook) return null;
  return {
    kind: "hook",
    hook,
    go: (id) => {
      const key = triedAt(hook);
      if (id === "open") go(paths.hook(hook.id));
      else if (id === "edit") go(paths.edit(hook.id));
      else if (id === "try" && key) go(paths.try({ agent: hook.agent, key, hook: hook.id }));
    },
  };
}

function pluginOf(target: HTMLElement, plugins: PluginView[]): Clicked | null {
  const key = target.closest<HTMLElement>("[data-plugin]")?.dataset.plugin;
  const plugin = plugins.find(({ hook_id }) => hook_id === key);
  if (!plugin) return null;
  return {
    kind: "plugin",
    plugin,
    go: (id) => {
      const wish = triedFor(plugin);
      if (id === "open") go(paths.plugin(plugin.hook_id));
      else if (id === "change") go(paths.plugin(plugin.hook_id, true));
      else if (id === "try" && wish) go(paths.try(wish));
    },
  };
}

/** The nearest thing that has a menu; none where nothing could be done. */
export function whatIsAt(target: HTMLElement, hooks: Hook[], plugins: PluginView[]): Clicked | null {
  const field = fieldOf(target);
  if (field) return field;
  const selection = document.getSelection();
  if (selection && String(selection) !== "" && selection.containsNode(target, true)) {
    return { kind: "text", text: String(selection) };
  }
  const link = target.closest<HTMLElement>("[data-url]");
  if (link?.dataset.url) return { kind: "link", url: link.dataset.url, link };
  const code = target.closest<HTMLElement>("code, pre");
  if (code?.textContent) return { kind: "text", text: code.textContent };
  return hookOf(target, hooks) ?? pluginOf(target, plugins);
}

/** Until it is known what else can be done: below what can be, so that nothing moves under the pointer. */
const WAITING: Choice[] = [{ id: "waiting", title: words.waiting, why: words.waitingHint }];

/** Everything that its screen has; what its row says alone where there is no more yet. */
function hookChoices(hook: Hook, detail: HookDetail | undefined, updateThere: boolean): Choice[][] {
  const why = detail?.switch_blocked ?? null;
  const title = hook.enabled ? strings.plan.turnOff : strings.plan.turnOn;
  return [
    [
      { id: "open", title: words.open },
      ...(turns(hook) ? [{ id: "switch", title, why }] : []),
      ...(triedAt(hook) === null ? [] : [{ id: "try", title: strings.hook.tryIt }]),
    ],
    detail ? deedsOf(detail, updateThere) : WAITING,
  ];
}

/** The same of a plugin. */
function pluginChoices(plugin: PluginView, detail: PluginDetail | undefined): Choice[][] {
  const title = plugin.enabled ? strings.plan.turnOff : strings.plan.turnOn;
  return [
    [
      { id: "open", title: words.open },
      ...(plugin.switchable ? [{ id: "switch", title }] : []),
      ...(triedFor(plugin) === null ? [] : [{ id: "try", title: strings.hook.tryIt }]),
    ],
    detail ? deedsOfPlugin(detail) : WAITING,
  ];
}

/** What is known in full of a row that was clicked. */
export type Known = {
  hook: HookDetail | undefined;
  updateThere: boolean;
  plugin: PluginDetail | undefined;
};

export function choicesFor(clicked: Clicked, known: Known): Choice[][] {
  switch (clicked.kind) {
    case "hook":
      return hookChoices(known.hook?.hook ?? clicked.hook, known.hook, known.updateThere);
    case "plugin":
      return pluginChoices(known.plugin?.plugin ?? clicked.plugin, known.plugin);
    case "text":
      return [[{ id: "copy", title: strings.copy }]];
    case "link":
      return [
        [
          { id: "open", title: strings.hook.openPage },
          { id: "copy", title: words.copyAddress },
        ],
      ];
    case "field": {
      const { selected, fixed, secret } = clicked;
      const taken = selected && !secret;
      return [
        [
          ...(taken && !fixed ? [{ id: "cut", title: words.cut }] : []),
          ...(taken ? [{ id: "copy", title: strings.copy }] : []),
          ...(fixed ? [] : [{ id: "paste", title: words.paste }]),
        ],
        [{ id: "selectAll", title: words.selectAll }],
      ].filter((section) => section.length > 0);
    }
  }
}
