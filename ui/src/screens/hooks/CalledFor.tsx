import { Check } from "lucide-react";
import type { Hook } from "../../backend";
import { strings } from "../../strings";
import css from "./hooks.module.css";

/** Some of its moments are never sent: *Ready* alone would promise too much. */
export function CalledFor({ hook, className = css.why }: { hook: Hook; className?: string }) {
  const { called, registered } = hook.runtime;
  if (called.length === 0 || called.length >= registered.length) return null;
  return (
    <div className={className} data-tone="part">
      <Check aria-hidden size="0.8125rem" strokeWidth={2.2} />{" "}
      {strings.hooks.calledFor(called.length, registered.length)}
    </div>
  );
}
