import type { DiffLine } from "../../backend";
import overlay from "../../parts/overlay.module.css";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./try.module.css";

const SIGNS = { same: " ", removed: "-", added: "+" } as const;
const LOOKS = { same: undefined, removed: overlay.deleted, added: overlay.added } as const;
const SPOKEN = { same: null, removed: strings.plan.deleted, added: strings.plan.added } as const;

/** The lines of a diff; they never change places once they are shown. */
export function Diff({ lines, label }: { lines: DiffLine[]; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <pre className={css.diff} tabIndex={0} role="group" aria-label={label}>
      {lines.map(({ sign, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <span key={index} className={LOOKS[sign]}>
          {SPOKEN[sign] ? <span className={parts.visuallyHidden}>{SPOKEN[sign]} </span> : null}
          <span aria-hidden>{`${SIGNS[sign]} `}</span>
          {text}
        </span>
      ))}
    </pre>
  );
}
