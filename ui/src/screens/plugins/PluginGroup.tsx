import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Ellipsis, Plus, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { AgentView, PluginView } from "../../backend";
import { Button } from "../../parts/Button";
import { Emoji } from "../../parts/Glyph";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Switch } from "../../parts/Switch";
import { Words } from "../../parts/Words";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import hooks from "../hooks/hooks.module.css";
import { openMenuOf } from "../hooks/row-menu";
import { pluginsQuery, usePluginActions } from "./data";
import { FindOut } from "./FindOut";
import NewPluginSheet from "./NewPluginSheet";
import css from "./plugins.module.css";
import { listensLine, PluginTag } from "./State";
import { words } from "./words";

function Row({ plugin, first, last }: { plugin: PluginView; first: boolean; last: boolean }) {
  const { setEnabled } = usePluginActions();
  const { name, state, says, danger } = plugin;
  const open = () => go(paths.plugin(plugin.hook_id));
  const asks = state === "on" && plugin.loadable && plugin.listens.grade === "unknown";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button at its end opens it for keys.
    <li
      className={`${hooks.row} ${first ? hooks.first : ""} ${last ? hooks.last : ""} ${state === "off" || state === "idle" ? hooks.quiet : ""}`}
      data-plugin={plugin.hook_id}
      onClick={(event) => {
        if (!(event.target as Element).closest("button, [role=alertdialog]")) open();
      }}
    >
      <div className={hooks.what}>
        <Emoji emoji={null} className={hooks.emoji} />
        <div>
          <div className={hooks.name}>
            <span className={hooks.title}>{name}</span>
            <PluginTag plugin={plugin} />
            {plugin.loadable ? <span className={css.listens}>{listensLine(plugin)}</span> : null}
          </div>
          {danger !== null ? (
            <div className={hooks.why} data-tone="bad">
              <TriangleAlert aria-hidden />
              <Words text={danger} />
            </div>
          ) : says === null ? null : (
            <div className={hooks.why} data-tone={state === "broken" ? "bad" : "off"}>
              <Words text={says} />
            </div>
          )}
        </div>
      </div>
      <div className={hooks.control}>
        {asks ? <FindOut plugin={plugin} /> : null}
        {plugin.untried ? (
          <Button onClick={open}>{strings.hook.finishDraft}</Button>
        ) : plugin.switchable ? (
          <Switch
            label={words.turn(name)}
            on={plugin.enabled}
            onChange={(on) => void setEnabled(plugin, on)}
          />
        ) : state === "broken" ? (
          <Button onClick={open}>{strings.hooks.showProblem}</Button>
        ) : null}
        {/* For the pointer; keys have the menu key. */}
        <button
          type="button"
          className={hooks.more}
          aria-label={strings.hooks.more(name)}
          aria-haspopup="menu"
          tabIndex={-1}
          onClick={openMenuOf}
        >
          <Ellipsis size="1rem" strokeWidth={2} aria-hidden />
        </button>
        <button type="button" className={hooks.open} aria-label={words.open(name)} onClick={open}>
          <ChevronRight size="1.125rem" strokeWidth={1.8} aria-hidden />
        </button>
      </div>
    </li>
  );
}

function matches({ name, id, description, listens }: PluginView, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  const texts = [name, id, description ?? "", ...listens.keys.flatMap(({ key, when }) => [key, when ?? ""])];
  return wanted === "" || texts.some((text) => text.toLowerCase().includes(wanted));
}

/** An agent's plugins, counted apart from its hooks: what they register is known once one was loaded. */
export default function PluginGroup({ view, query }: { view: AgentView; query: string }) {
  const { data, error } = useQuery(pluginsQuery(view.agent));
  const [creating, setCreating] = useState(false);
  const all = data ?? [];
  const shown = all.filter((plugin) => matches(plugin, query));
  return (
    <section aria-labelledby="plugins" className={css.group}>
      <div className={css.head}>
        <h2 id="plugins" className={parts.group}>
          {words.group(data ? all.length : (view.plugins ?? 0))}
        </h2>
        <span>{words.apart}</span>
        <Button iconOnly aria-label={words.create} title={words.create} onClick={() => setCreating(true)}>
          <Plus size="1rem" strokeWidth={1.8} aria-hidden />
        </Button>
      </div>
      {error ? <InlineProblem error={error} /> : null}
      {data && all.length === 0 ? <p className={`${parts.card} ${css.none}`}>{words.none}</p> : null}
      {shown.length > 0 ? (
        <ul aria-label={words.list(view.name)} className={css.list}>
          {shown.map((plugin, index) => (
            <Row key={plugin.hook_id} plugin={plugin} first={index === 0} last={index === shown.length - 1} />
          ))}
        </ul>
      ) : null}
      {shown.length < all.length ? (
        <p className={parts.foot}>{words.noMatch(all.length - shown.length)}</p>
      ) : null}
      {view.bundled_plugins > 0 ? (
        <p className={parts.foot}>{words.bundled(view.name, view.bundled_plugins)}</p>
      ) : null}
      {creating ? <NewPluginSheet view={view} onClose={() => setCreating(false)} /> : null}
    </section>
  );
}
