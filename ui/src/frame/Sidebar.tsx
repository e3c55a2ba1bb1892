import { Activity, Download, List, Play, Settings } from "lucide-react";
import type { ReactNode } from "react";
import type { AgentView } from "../backend";
import { useOverview } from "../data/queries";
import { formatNumber } from "../format";
import { Glyph } from "../parts/Glyph";
import parts from "../parts/parts.module.css";
import { go, paths } from "../routes";
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

/** What needs a person in amber; else the quiet number of hooks. */
function Count({ view }: { view: AgentView }) {
  const needs = view.needs_attention > 0;
  const number = needs ? view.needs_attention : view.hooks;
  if (number === 0) return null;
  return (
    <span className={needs ? css.attention : css.total}>
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

export function Sidebar() {
  const { agents } = useOverview();
  const route = useShownRoute();
  // A hook's id begins with its agent, whose list the hook is in.
  const agent =
    route.screen === "hooks"
      ? route.agent
      : route.screen === "hook"
        ? (route.id.split("/")[0] ?? null)
        : null;
  return (
    <nav className={css.side} aria-label={strings.frame.label}>
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
            current={route.screen === "get" || route.screen === "review"}
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
