import { Check } from "lucide-react";
import type { Hook } from "../../backend";
import { useAgo } from "../../data/ago";
import { strings } from "../../strings";
import css from "./hooks.module.css";

/** Some of its moments are never sent: *Ready* alone would promise too much. And when it was really called, where that is known. */
export function CalledFor({ hook, className = css.why }: { hook: Hook; className?: string }) {
  const { called, registered } = hook.runtime;
  const ago = useAgo();
  const last = hook.called_for_real?.last ?? null;
  const part = called.length > 0 && called.length < registered.length;
  if (!part && last === null) return null;
  return (
    <div className={className} data-tone="part">
      <Check aria-hidden size="0.8125rem" strokeWidth={2.2} />{" "}
      {strings.hooks.calledFor(part ? [called.length, registered.length] : null, last && ago(last))}
    </div>
  );
}
