import {
  Download,
  type LucideIcon,
  MessageCircleQuestionMark,
  Package,
  Play,
  SlidersHorizontal,
  Trash2,
  Undo2,
  X,
} from "lucide-react";
import { memo } from "react";
import type { Entry, Kind } from "../../backend";
import { Button } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import parts from "../../parts/parts.module.css";
import { AgentTag } from "../../parts/Tag";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./activity.module.css";
import { timeOf } from "./entries";

const words = strings.activity;

const ICONS: Record<Kind, LucideIcon> = {
  installed: Download,
  removed: Trash2,
  changed: SlidersHorizontal,
  "taken-back": Undo2,
  tried: Play,
  program: Package,
  asked: MessageCircleQuestionMark,
};

type Props = { entry: Entry; agentName: string; onUndo: (entry: Entry, row: HTMLElement | null) => void };

export const ActivityRow = memo(function ActivityRow({ entry, agentName, onUndo }: Props) {
  const Icon = ICONS[entry.kind];
  const details = entry.details ?? [];
  // One click takes all of them back, so its button says so before.
  const together = entry.together ?? null;
  return (
    <li className={css.row} tabIndex={-1}>
      <span className={`${css.icon} ${entry.failed ? css.failed : ""}`} title={words.kinds[entry.kind]}>
        <Icon size="0.9375rem" strokeWidth={1.9} aria-hidden />
        <span className={parts.visuallyHidden}>{words.kinds[entry.kind]}: </span>
      </span>
      <div className={css.text}>
        <p>
          <Words text={entry.summary} />
        </p>
        <div className={css.tags}>
          <AgentTag agent={entry.agent} name={agentName} />
          {entry.failed ? (
            <span className={`${parts.tag} ${parts.bad}`}>
              <X aria-hidden />
              {words.failed}
            </span>
          ) : null}
        </div>
        {details.length > 0 ? (
          <Disclosure open={words.details} close={words.hideDetails}>
            <ul className={css.details}>
              {details.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: what was done does not change any more.
                <li key={index}>
                  <Words text={text} />
                </li>
              ))}
            </ul>
          </Disclosure>
        ) : null}
      </div>
      {entry.undo ? (
        <Button
          aria-label={
            together === null ? words.undoLabel(entry.summary) : words.undoAllLabel(together, entry.summary)
          }
          onClick={(event) => onUndo(entry, event.currentTarget.closest("li"))}
        >
          {together === null ? strings.undo : words.undoAll(together)}
        </Button>
      ) : null}
      <time dateTime={entry.at}>{timeOf(entry.at)}</time>
    </li>
  );
});
