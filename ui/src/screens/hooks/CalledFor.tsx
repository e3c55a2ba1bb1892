import { Check } from "lucide-react";
import type { Hook } from "../../backend";
import { useAgo } from "../../data/ago";
import { strings } from "../../strings";
import css from "./hooks.module.css";

/** Only what is shown follows the clock. */
function Last({ iso, first }: { iso: string; first: boolean }) {
  return strings.hooks.calledLast(useAgo()(iso), first);
}

/** Some of its moments are never sent: *Ready* alone would promise too much. And when it was really called, where that is known. */
export function CalledFor({ hook, className = css.why }: { hook: Hook; className?: string }) {
  const { called, registered } = hook.runtime;
  const last = hook.called_for_real?.last ?? null;
  const part = called.length > 0 && called.length < registered.length;
  if (!part && last === null) return null;
  return (
    <div className={className} data-tone="part">
      <Check aria-hidden size="0.8125rem" strokeWidth={2.2} />{" "}
      {part ? strings.hooks.calledFor(called.length, registered.length) : null}
      {last === null ? null : <Last iso={last} first={!part} />}
    </div>
  );
}
