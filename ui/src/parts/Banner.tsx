import type { ReactNode } from "react";
import css from "./parts.module.css";

type Props = { tone: "warn" | "bad" | "off"; icon: ReactNode; children: ReactNode; end?: ReactNode };

/** A notice above a list. The text comes first in reading order, then what can be done. */
export function Banner({ tone, icon, children, end }: Props) {
  return (
    <div className={`${css.banner} ${css[tone]}`}>
      {icon}
      <div className={css.bannerText}>{children}</div>
      {end ? <div className={css.bannerEnd}>{end}</div> : null}
    </div>
  );
}
