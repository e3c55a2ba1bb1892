import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Menu, MenuSection } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { PluginView } from "../backend";
import { useActions } from "../data/actions";
import { hookQuery, hooksQuery } from "../data/queries";
import { disabledOf, itemsOf } from "../parts/Choices";
import parts from "../parts/parts.module.css";
import { go, paths } from "../routes";
import { useUpdateThere } from "../screens/hook/UpdateNote";
import { pluginQuery, usePluginActions } from "../screens/plugins/data";
import { strings } from "../strings";
import type { Place } from "./ContextMenuHost";
import { type Clicked, choicesFor, whatIsAt } from "./context-menu";
import css from "./frame.module.css";
import { askAboutHook } from "./hook-dialogs";

const words = strings.menu;

/** The edits that a text field knows without us. The field has the focus again by then. */
function edit(field: HTMLElement, command: string) {
  field.focus();
  document.execCommand(command);
}

const copy = (text: string) => navigator.clipboard.writeText(text).catch(console.error);

export default function ContextMenu({ place, onClose }: { place: Place; onClose: () => void }) {
  const client = useQueryClient();
  const { openFolder, ownCopy, setEnabled, update } = useActions();
  const ofPlugins = usePluginActions();
  const anchor = useRef<HTMLSpanElement>(null);
  const plugins = client
    .getQueriesData<PluginView[]>({ queryKey: ["plugins"] })
    .flatMap(([, all]) => all ?? []);
  const clicked = whatIsAt(place.target, client.getQueryData(hooksQuery.queryKey) ?? [], plugins);
  const nothing = clicked === null;
  useEffect(() => {
    if (nothing) onClose();
  }, [nothing, onClose]);
  const hook = clicked?.kind === "hook" ? clicked.hook.id : null;
  const detail = useQuery({ ...hookQuery(hook ?? ""), enabled: hook !== null });
  const updateThere = useUpdateThere(hook ?? "");
  const plugin = clicked?.kind === "plugin" ? clicked.plugin.hook_id : null;
  const ofPlugin = useQuery({ ...pluginQuery(plugin ?? ""), enabled: plugin !== null });
  const isError = detail.isError || ofPlugin.isError;
  useEffect(() => {
    // It is not there any more.
    if (isError) onClose();
  }, [isError, onClose]);
  if (!clicked) return null;
  const waits = (hook !== null && !detail.data) || (plugin !== null && !ofPlugin.data);
  const sections = choicesFor(clicked, { hook: detail.data, updateThere, plugin: ofPlugin.data });

  const doWithPlugin = (id: string, { plugin, go }: Extract<Clicked, { kind: "plugin" }>) => {
    if (id === "switch") void ofPlugins.setEnabled(plugin, !plugin.enabled);
    else if (id === "folder") void openFolder(plugin.hook_id);
    else if (id === "own") void ownCopy({ id: plugin.hook_id, title: plugin.name });
    else if (id === "remove") void ofPlugins.remove(plugin, () => {});
    else go?.(id);
  };
  const run = (id: string, what: Clicked) => {
    onClose();
    // After the menu has given the focus back.
    requestAnimationFrame(() => {
      const program = detail.data?.program ?? ofPlugin.data?.program;
      if (id === "program" && program) go(paths.file(hook ?? plugin ?? "", program));
      else if (what.kind === "field") edit(what.field, id);
      else if (what.kind === "text") void copy(what.text);
      else if (what.kind === "link" && id === "copy") void copy(what.url);
      else if (what.kind === "link") what.link.click();
      else if (what.kind === "plugin") doWithPlugin(id, what);
      else if (id === "remove" || id === "copy") askAboutHook({ hook: what.hook, what: id });
      else if (id === "switch") void setEnabled(what.hook, !what.hook.enabled);
      else if (id === "folder") void openFolder(what.hook.id);
      else if (id === "update") void update(what.hook);
      else if (id === "own") void ownCopy(what.hook);
      else what.go?.(id);
    });
  };
  return (
    <>
      <span ref={anchor} aria-hidden className={css.menuAnchor} style={{ left: place.x, top: place.y }} />
      <Popover
        aria-label={words.label}
        triggerRef={anchor}
        isOpen
        onOpenChange={(still) => still || onClose()}
        placement="bottom start"
        offset={0}
      >
        <Menu
          // As large as it may become: a menu that is put elsewhere as it grows is clicked in the wrong place.
          className={`${parts.menu} ${waits ? css.menuWaits : ""}`}
          data-waits={waits || undefined}
          aria-label={words.label}
          autoFocus="first"
          disabledKeys={disabledOf(sections.flat())}
          onAction={(key) => run(String(key), clicked)}
          onClose={onClose}
        >
          {sections.map((section) => (
            <MenuSection key={section[0]?.id} aria-label={section[0]?.title} className={parts.menuSection}>
              {itemsOf(section)}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </>
  );
}
