import { Check, Minus, TriangleAlert, X } from "lucide-react";
import type { ListenKey, PluginView } from "../../backend";
import parts from "../../parts/parts.module.css";
import { RowTag } from "../../parts/Tag";
import { words } from "./words";

const STATES = {
  on: { Icon: Check, tone: parts.ok },
  off: { Icon: Minus, tone: parts.off },
  idle: { Icon: Minus, tone: parts.off },
  broken: { Icon: X, tone: parts.bad },
};

/** Icon, word and colour. What is dangerous and runs says that instead. */
export function PluginTag({ plugin }: { plugin: PluginView }) {
  if (plugin.danger !== null) {
    return (
      <span className={`${parts.tag} ${parts.bad}`}>
        <TriangleAlert aria-hidden />
        {words.dangerous}
      </span>
    );
  }
  if (plugin.untried) return <RowTag row="draft" />;
  const { Icon, tone } = STATES[plugin.state];
  return (
    <span className={`${parts.tag} ${tone}`}>
      <Icon aria-hidden />
      {words.state[plugin.state]}
    </span>
  );
}

/** Each moment once: a plugin may listen to one twice. */
export function moments(keys: ListenKey[]): string[] {
  return [...new Set(keys.map(({ key, when }) => when ?? key))];
}

/** What it listens to in one line, no surer than it is known. */
export function listensLine({ listens }: PluginView): string {
  if (listens.grade === "unknown") return words.unknown;
  const when = moments(listens.keys);
  return listens.grade === "named" ? words.named(when) : words.seen(when);
}
