import { Activity, Download, List, Play, Settings, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import type { AgentView } from "../backend";
import { listed, useOverview } from "../data/queries";
import { formatNumber } from "../format";
import { Glyph } from "../parts/Glyph";
import parts from "../parts/parts.module.css";
import { go, parseRoute, paths } from "../routes";
import { loadAhead } from "../screens/lazy";
import { strings } from "../strings";
import css from "./frame.module.css";
import { useShownRoute } from "./useShownRoute";

type ItemProps = { to: string; current: boolean; icon: ReactNode; children: ReactNode; className?: string };

function Item({ to, current, icon, children, className }: ItemProps) {
  return (
    <li>
      <a
        href={`#${to}`}
        className={`${css.nav} ${className ?? ""}`}
        aria-current={current ? "page" : undefined}
        draggable={false}
        // One Tab stop for all of them: the arrows go from one to the next.
        tabIndex={-1}
        data-nav
        onPointerEnter={() => loadAhead(parseRoute(to).screen)}
        onFocus={() => loadAhead(parseRoute(to).screen)}
        onClick={(event) => {
          event.preventDefault();
          go(to);
        }}
      >
        {icon}
        {children}
      </a>
    </li>
  );
}

/** What needs a person in amber, what is serious in red with a sign; else the quiet number of hooks. */
function Count({ view }: { view: AgentView }) {
  const needs = view.needs_you > 0;
  const alarm = view.serious > 0;
  const number = needs ? view.needs_you : listed(view);
  if (number === 0) return null;
  return (
    <span className={needs ? css.attention : css.total} data-alarm={alarm || undefined}>
      {alarm ? <TriangleAlert size="0.75rem" strokeWidth={2.4} aria-hidden /> : null}
      <span aria-hidden>{formatNumber(number)}</span>
      <span className={parts.visuallyHidden}>
        {needs ? strings.frame.attention(number) : strings.frame.total(number)}
      </span>
    </span>
  );
}

function Agents({ title, views, current }: { title: string; views: AgentView[]; current: string | null }) {
  if (views.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {views.map((view) => (
          <Item
            key={view.agent}
            to={paths.agent(view.agent)}
            current={view.agent === current}
            className={view.found ? "" : css.absent}
            icon={<Glyph agent={view.agent} name={view.name} absent={!view.found} />}
          >
            <span className={css.label}>{view.name}</span> <Count view={view} />
          </Item>
        ))}
      </ul>
    </section>
  );
}

/** The current one, or the first, is what Tab comes to; arrows, Home and End go through the others. */
function useRoving() {
  const nav = useRef<HTMLElement>(null);
  const stops = () => [...(nav.current?.querySelectorAll<HTMLElement>("[data-nav]") ?? [])];
  useLayoutEffect(() => {
    const all = stops();
    const current = all.find((stop) => stop.hasAttribute("aria-current"));
    for (const stop of all) stop.tabIndex = stop === (current ?? all[0]) ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const all = stops();
    const at = all.indexOf(event.target as HTMLElement);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const next = steps[event.key];
    if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
  };
  return { nav, onKeyDown };
}

export function Sidebar() {
  const { agents } = useOverview();
  const route = useShownRoute();
  const { nav, onKeyDown } = useRoving();
  // A hook's id begins with its agent, whose list the hook is in.
  const agent =
    route.screen === "hooks" || route.screen === "sentence" || route.screen === "timeline"
      ? route.agent
      : route.screen === "hook" || route.screen === "plugin" || route.screen === "file"
        ? (route.id.split("/")[0] ?? null)
        : null;
  return (
    <nav ref={nav} className={css.side} aria-label={strings.frame.label} onKeyDown={onKeyDown}>
      <Agents title={strings.frame.found} views={agents.filter((v) => v.found)} current={agent} />
      <Agents title={strings.frame.absent} views={agents.filter((v) => !v.found)} current={agent} />
      <section>
        <h2>{strings.frame.hooks}</h2>
        <ul>
          <Item
            to={paths.hooks}
            current={route.screen === "hooks" && route.agent === null}
            icon={<List size="1rem" strokeWidth={1.8} aria-hidden />}
          >
            <span className={css.label}>{strings.frame.all}</span>
          </Item>
          <Item
            to={paths.get()}
            current={["get", "review", "set-up"].includes(route.screen)}
            icon={<Download size="1rem" strokeWidth={1.8} aria-hidden />}
          >
            <span className={css.label}>{strings.frame.get}</span>
          </Item>
          <Item
            to={paths.try()}
            current={route.screen === "try"}
            icon={<Play size="1rem" strokeWidth={1.8} aria-hidden />}
          >
            <span className={css.label}>{strings.frame.try}</span>
          </Item>
          <Item
            to={paths.activity}
            current={route.screen === "activity"}
            icon={<Activity size="1rem" strokeWidth={1.8} aria-hidden />}
          >
            <span className={css.label}>{strings.frame.activity}</span>
          </Item>
        </ul>
      </section>
      <section className={css.last}>
        <ul>
          <Item
            to={paths.settings()}
            current={route.screen === "settings" || route.screen === "config"}
            icon={<Settings size="1rem" strokeWidth={1.8} aria-hidden />}
          >
            <span className={css.label}>{strings.frame.settings}</span>
          </Item>
        </ul>
      </section>
    </nav>
  );
}
