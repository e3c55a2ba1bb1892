import { useQuery } from "@tanstack/react-query";
import type { AgentId } from "../backend";
import { useAgo } from "../data/ago";
import { heardQuery } from "../data/queries";
import { formatDateTime } from "../format";
import { strings } from "../strings";
import css from "./Heard.module.css";

const words = strings.heard;

type Moment = { key: string; heard?: string | null; unheard_since?: string | null };

/** That a moment was really sent on this computer, where Roll call listened. */
export function Heard({ agent, moment: { key, heard, unheard_since } }: { agent: AgentId; moment: Moment }) {
  const { data = [] } = useQuery(heardQuery);
  const ago = useAgo();
  const seen = data.find((one) => one.agent === agent && one.key === key);
  if (seen) return <p className={css.heard}>{words.last(ago(seen.last), seen.count)}</p>;
  // Of a whole family, one of its moments was heard.
  if (heard) return <p className={css.heard}>{words.one(ago(heard))}</p>;
  if (!unheard_since) return null;
  return <p className={css.unheard}>{words.never(formatDateTime(unheard_since))}</p>;
}
