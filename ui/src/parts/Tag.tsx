import {
  Ban,
  Check,
  CircleDashed,
  Hourglass,
  Layers,
  type LucideIcon,
  Minus,
  Moon,
  Pencil,
  PencilLine,
  TriangleAlert,
  X,
} from "lucide-react";
import type { AgentId, Hook, Row } from "../backend";
import { strings } from "../strings";
import { Glyph } from "./Glyph";
import { Exclamation } from "./icons";
import css from "./parts.module.css";

const ROWS: Record<Row, [icon: LucideIcon | typeof Exclamation, tone: string | undefined]> = {
  draft: [Pencil, css.off],
  "needs-fix": [Exclamation, css.warn],
  "no-effect": [Moon, css.warn],
  ready: [Check, css.ok],
  "not-called": [Moon, css.warn],
  "needs-setup": [Exclamation, css.warn],
  off: [Minus, css.off],
  "cannot-run-here": [Ban, css.off],
  broken: [X, css.bad],
  replaced: [Layers, css.off],
};

/** Icon, word and colour: never colour alone. */
export function RowTag({ row, checking = false }: { row: Row; checking?: boolean }) {
  const [Icon, tone] = checking ? [CircleDashed, css.off] : ROWS[row];
  return (
    <span className={`${css.tag} ${tone}`}>
      <Icon aria-hidden />
      {checking ? strings.checking : strings.state[row]}
    </span>
  );
}

/** What it does is dangerous, and it runs. */
export function DangerTag({ on }: { on: boolean }) {
  return (
    <span className={`${css.tag} ${css.bad}`}>
      <TriangleAlert aria-hidden />
      {on ? strings.dangerousOn : strings.dangerous}
    </span>
  );
}

/** It has to wait for something that is not its own. */
export function WaitsTag() {
  return (
    <span className={`${css.tag} ${css.off}`}>
      <Hourglass aria-hidden />
      {strings.hooks.waitsTag}
    </span>
  );
}

/** Its files are not what was installed. */
export function ChangedTag({ serious }: { serious: boolean }) {
  return (
    <span className={`${css.tag} ${serious ? css.bad : css.warn}`}>
      <PencilLine aria-hidden />
      {strings.changed}
    </span>
  );
}

/** "Installed" only of what was: many hooks in that folder were made there. */
export function SourceTag({ hook }: { hook: Pick<Hook, "source" | "installed"> }) {
  const { source, installed } = hook;
  const words = source === "managed" && !installed ? strings.hook.byHand : strings.source[source];
  return <span className={`${css.tag} ${css.quiet}`}>{words}</span>;
}

export function AgentTag({ agent, name }: { agent: AgentId; name: string }) {
  return (
    <span className={`${css.tag} ${css.quiet}`}>
      <Glyph agent={agent} name={name} small />
      {name}
    </span>
  );
}
