import { Moon } from "lucide-react";
import type { AgentView, TryBox, TryHook, TryMoment } from "../../backend";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { neverSends } from "../hooks/RuntimeLine";
import { Breaker } from "./Breaker";
import { areasOf, called, leftOut } from "./moments";
import { type OptionGroup, Picker } from "./Picker";
import css from "./try.module.css";
import type { Place } from "./useChoice";

const words = strings.try;
const PLACES: Place[] = ["box", "network", "scratch", "real"];
/** Stands for "all" among ids, which always hold a slash. */
const ALL = "all";
/** Among versions: none beside it. */
const NONE = "none";

function hookGroups(moment: TryMoment): OptionGroup[] {
  const all = { id: ALL, title: words.all(called(moment).length) };
  const each = moment.hooks.map(({ id, title, left_out, blocked }) => ({
    id,
    title,
    hint: blocked ?? left_out,
    off: blocked !== null,
  }));
  return [{ title: "", options: [all, ...each] }];
}

/** Who is skipped and why; or why the one that was chosen cannot be tried. */
function Why({ moment, hook, why }: { moment: TryMoment; hook: TryHook | null; why: string | null }) {
  const left = hook ? [] : leftOut(moment);
  if (moment.hooks.length === 0 || (left.length === 0 && why === null)) return null;
  return (
    <div className={css.why}>
      {why === null ? null : (
        <p id={WHY}>
          {why} {hook?.blocked}
        </p>
      )}
      {left.length > 0 ? (
        <>
          <p>{words.leftOut}</p>
          <ul>
            {left.map(({ id, title, left_out }) => (
              <li key={id}>
                <b>{title}</b> · {left_out}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

/** What tells, beside the button, why nothing can be run. */
export const WHY = "why-not";

type Props = {
  agents: AgentView[];
  agent: AgentView;
  moments: TryMoment[];
  moment: TryMoment;
  hook: TryHook | null;
  why: string | null;
  place: Place;
  box: TryBox | null;
  onAgent: (agent: AgentView) => void;
  onMoment: (key: string) => void;
  onHook: (id: string | null) => void;
  onPlace: (place: Place) => void;
  /** What can be tried beside it; empty where nothing can. */
  versions: string[];
  beside: string | null;
  onBeside: (version: string | null) => void;
};

export function WhatHappens(props: Props) {
  const { agents, agent, moments, moment, hook } = props;
  return (
    <section>
      <h2 className={parts.group}>{words.what}</h2>
      <div className={`${parts.card} ${css.rows}`}>
        <Picker
          label={words.agent}
          value={agent.agent}
          groups={[{ title: "", options: agents.map((view) => ({ id: view.agent, title: view.name })) }]}
          onChange={(id) => {
            const next = agents.find((view) => view.agent === id);
            if (next) props.onAgent(next);
          }}
        />
        <Picker
          label={words.moment}
          value={moment.key}
          groups={areasOf(moments).map((area) => ({
            title: area.title,
            options: area.moments.map(({ key, label, sentence, sent }) => ({
              id: key,
              title: label,
              code: key,
              hint: sent ? (sentence === label ? null : sentence) : words.unsent,
            })),
          }))}
          search={{ label: words.findMoment, none: words.noMoment }}
          onChange={props.onMoment}
        />
        {moment.hooks.length > 0 ? (
          <Picker
            label={words.hooks}
            value={hook?.id ?? ALL}
            groups={hookGroups(moment)}
            onChange={(id) => props.onHook(id === ALL ? null : id)}
          />
        ) : null}
        {moment.sent ? null : (
          <p className={css.unsent}>
            <Moon size="0.875rem" strokeWidth={2} aria-hidden />
            {words.neverSent(neverSends([agent], agent.agent, strings.runtime.this))}
          </p>
        )}
        <Breaker agent={agent.agent} className={css.why} />
        <Why moment={moment} hook={hook} why={props.why} />
        {moment.hooks.length > 0 ? (
          <Picker
            label={words.where}
            value={props.place}
            groups={[
              {
                title: "",
                options: PLACES.map((id) => ({
                  id,
                  title: words.places[id],
                  hint: (id === "box" && props.box?.weakness) || words.placeHints[id],
                })),
              },
            ]}
            onChange={(id) => props.onPlace(id as Place)}
          />
        ) : null}
        {moment.hooks.length > 0 && props.versions.length > 0 ? (
          <Picker
            label={words.beside.label}
            value={props.beside ?? NONE}
            groups={[
              {
                title: "",
                options: [
                  { id: NONE, title: words.beside.none },
                  ...props.versions.map((id) => ({
                    id,
                    title: words.beside.by(id),
                    hint: words.beside.hint,
                  })),
                ],
              },
            ]}
            onChange={(id) => props.onBeside(id === NONE ? null : id)}
          />
        ) : null}
      </div>
    </section>
  );
}
