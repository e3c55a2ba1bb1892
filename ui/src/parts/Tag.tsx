import { Ban, Check, CircleDashed, Layers, type LucideIcon, Minus, X } from "lucide-react";
import type { AgentId, Source, State } from "../backend";
import { strings } from "../strings";
import { Glyph } from "./Glyph";
import { Exclamation } from "./icons";
import css from "./parts.module.css";

const STATES: Record<State, [icon: LucideIcon | typeof Exclamation, tone: string | undefined]> = {
  ready: [Check, css.ok],
  "needs-setup": [Exclamation, css.warn],
  "not-called": [Minus, css.warn],
  off: [Minus, css.off],
  "cannot-run-here": [Ban, css.off],
  broken: [X, css.bad],
  replaced: [Layers, css.off],
};

/** Icon, word and colour: never colour alone. */
export function StateTag({ state, checking = false }: { state: State; checking?: boolean }) {
  const [Icon, tone] = checking ? [CircleDashed, css.off] : STATES[state];
  return (
    <span className={`${css.tag} ${tone}`}>
      <Icon aria-hidden />
      {checking ? strings.checking : strings.state[state]}
    </span>
  );
}

export function SourceTag({ source }: { source: Source }) {
  return <span className={`${css.tag} ${css.quiet}`}>{strings.source[source]}</span>;
}

export function AgentTag({ agent, name }: { agent: AgentId; name: string }) {
  return (
    <span className={`${css.tag} ${css.quiet}`}>
      <Glyph agent={agent} name={name} small />
      {name}
    </span>
  );
}
