import { useQuery } from "@tanstack/react-query";
import { PackageOpen, SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AgentId, AgentView, Included, IncludedFor } from "../../backend";
import { includedQuery, useAgentChoices } from "../../data/queries";
import { Button, LinkButton } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Search } from "../../parts/Search";
import { Segments } from "../../parts/Segments";
import { useGoneTo } from "../../parts/useGoneTo";
import { go, paths, useRoute } from "../../routes";
import { strings } from "../../strings";
import { RuntimeLine } from "../hooks/RuntimeLine";
import { NewHookButton } from "../new-hook/NewHookButton";
import { Elsewhere } from "./Elsewhere";
import css from "./get.module.css";
import { HookCard } from "./HookCard";
import { SetUps } from "./SetUps";

const words = strings.get;

type Offer = { hook: Included; offer: IncludedFor };

/** What the agent on this computer would call comes first. */
function offersFor(included: Included[], agent: AgentId): Offer[] {
  const offers = included.flatMap((hook) => {
    const offer = hook.agents.find((other) => other.agent === agent);
    return offer ? [{ hook, offer }] : [];
  });
  const waits = ({ offer }: Offer) => Number(offer.waits !== null);
  return offers.sort((a, b) => waits(a) - waits(b));
}

function matches({ hook }: Offer, query: string): boolean {
  const { title, name, description, when, says } = hook;
  return [title, name, description, when, says].join("\n").toLowerCase().includes(query);
}

type OffersProps = { view: AgentView; offers: Offer[]; query: string; onClear: () => void };

function Offers({ view, offers, query, onClear }: OffersProps) {
  const found = offers.filter((offer) => matches(offer, query.trim().toLowerCase()));
  if (offers.length === 0) {
    return (
      <Empty icon={PackageOpen} title={words.none(view.name)}>
        {words.noneHint}
      </Empty>
    );
  }
  if (found.length === 0) {
    return (
      <Empty
        icon={SearchX}
        title={strings.hooks.noMatch(query.trim())}
        actions={<Button onClick={onClear}>{strings.clear}</Button>}
      />
    );
  }
  const waiting = found.filter(({ offer }) => offer.waits !== null);
  return (
    <>
      <Cards view={view} offers={found.filter(({ offer }) => offer.waits === null)} />
      {waiting.length === 0 ? null : (
        <section aria-labelledby="waiting">
          <h2 id="waiting" className={parts.group}>
            {words.waiting}
          </h2>
          {/* Which version that is, and the way to another one where it is not the person's. */}
          <div className={css.judged}>
            <RuntimeLine view={view} />
          </div>
          <Cards view={view} offers={waiting} />
        </section>
      )}
    </>
  );
}

function Cards({ view, offers }: { view: AgentView; offers: Offer[] }) {
  if (offers.length === 0) return null;
  return (
    <ul className={css.cards}>
      {offers.map(({ hook, offer }) => (
        <HookCard key={`${view.agent}/${hook.name}`} hook={hook} offer={offer} agentName={view.name} />
      ))}
    </ul>
  );
}

/** The included hooks, and those from elsewhere, for one agent at a time. */
export function GetScreen({ agent }: { agent: AgentId | null }) {
  const choices = useAgentChoices(agent);
  const { data, error, refetch } = useQuery(includedQuery);
  const [query, setQuery] = useState("");
  const address = useRef<HTMLInputElement>(null);
  const view = choices.find((choice) => choice.agent === agent) ?? choices[0];
  useEffect(() => {
    document.title = `${words.title} – ${strings.app}`;
    document.querySelector("main")?.scrollTo({ top: 0 });
  }, []);
  const route = useRoute();
  useGoneTo(route.screen === "get" && route.setUps ? "set-ups" : null);
  return (
    <div className={parts.column}>
      <div className={parts.bar}>
        <h1>{words.title}</h1>
        <div className={parts.barEnd}>
          <Search label={words.search} value={query} onChange={setQuery} />
          {view ? <NewHookButton agent={view.agent} /> : null}
        </div>
      </div>
      <p className={parts.sub}>
        {words.subtitle} {/* It is below all the cards, where nobody would look for it. */}
        <LinkButton onClick={() => address.current?.focus()}>{words.fromElsewhere}</LinkButton>
      </p>
      {view && choices.length > 1 ? (
        <div className={css.picker}>
          <Segments
            label={words.forAgent}
            value={view.agent}
            onChange={(id) => go(paths.get(id), { replace: true })}
            segments={choices.map((choice, index) => ({
              id: choice.agent,
              label: index === 0 ? words.agentFirst(choice.name) : choice.name,
            }))}
          />
        </div>
      ) : null}
      {view && !view.found ? (
        <p className={`${parts.sub} ${css.hint}`}>{words.absent(view.name, view.managed_dir)}</p>
      ) : null}
      {choices.length > 1 ? null : <div className={css.picker} />}
      {view && data ? (
        <Offers view={view} offers={offersFor(data, view.agent)} query={query} onClear={() => setQuery("")} />
      ) : null}
      {!data && error ? (
        <ProblemScreen title={strings.errors.load} error={error} retry={() => void refetch()} />
      ) : null}
      {!data && !error ? (
        <div className={css.loading}>
          <Loading />
        </div>
      ) : null}
      {view ? <Elsewhere agent={view.agent} field={address} /> : null}
      <SetUps />
    </div>
  );
}
