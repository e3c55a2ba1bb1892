import { useEffect } from "react";
import { useOverview } from "../../data/queries";
import parts from "../../parts/parts.module.css";
import { Segments } from "../../parts/Segments";
import { useGoneTo } from "../../parts/useGoneTo";
import { go, paths, type SettingsPage, useRoute } from "../../routes";
import { strings } from "../../strings";
import { AgentSettings } from "./AgentSettings";
import { OwnSettings } from "./OwnSettings";
import css from "./settings.module.css";

const words = strings.settings;

/** One page for each agent that is here, and one for Tacklebox itself. */
export default function SettingsScreen({ page }: { page: SettingsPage | null }) {
  const { agents } = useOverview();
  const listed = agents.filter((view) => view.found || view.agent === page);
  const current: SettingsPage = page ?? listed[0]?.agent ?? "tacklebox";
  const pages = [
    ...listed.map((view) => ({ id: view.agent as SettingsPage, label: view.name })),
    { id: "tacklebox" as const, label: words.own },
  ];
  useEffect(() => {
    document.title = `${words.title} – ${strings.app}`;
  }, []);
  useEffect(() => {
    document.querySelector("main")?.scrollTo({ top: 0 });
  }, [current]);
  const route = useRoute();
  useGoneTo(route.screen === "settings" && route.about ? "about" : null);
  return (
    <div className={parts.column}>
      <div className={parts.bar}>
        <h1>{words.title}</h1>
      </div>
      <div className={css.pages}>
        <Segments
          label={words.pages}
          value={current}
          onChange={(id) => go(paths.settings(id), { replace: true })}
          segments={pages}
        />
      </div>
      {current === "tacklebox" ? <OwnSettings /> : <AgentSettings key={current} agent={current} />}
    </div>
  );
}
