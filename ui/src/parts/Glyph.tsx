import { Puzzle } from "lucide-react";
import type { AgentId } from "../backend";
import css from "./parts.module.css";

type Props = { agent: AgentId; name: string; absent?: boolean; small?: boolean };

/** An agent's letter on its colour; the name is always beside it. */
export function Glyph({ agent, name, absent, small }: Props) {
  return (
    <span
      aria-hidden
      className={`${css.glyph} ${absent ? css.absent : css[agent]} ${small ? css.small : ""}`}
    >
      {name.slice(0, 1)}
    </span>
  );
}

let segmenter: Intl.Segmenter | undefined;

/** One grapheme at most: a manifest may hold anything. */
function firstGrapheme(text: string): string {
  if (text === "") return "";
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) return segment;
  return "";
}

export function Emoji({ emoji, className }: { emoji: string | null; className?: string }) {
  const sign = firstGrapheme(emoji?.trim() ?? "");
  return (
    <span aria-hidden className={`${css.emoji} ${className ?? ""}`} data-sign={sign ? "" : undefined}>
      {sign || <Puzzle size="1.25rem" strokeWidth={1.6} />}
    </span>
  );
}
