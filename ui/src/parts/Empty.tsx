import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import css from "./parts.module.css";

type Props = {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  heading?: "h1" | "h2";
};

/** Nothing to show, why, and the one next step. */
export function Empty({ icon: Icon, title, children, actions, heading: Heading = "h2" }: Props) {
  return (
    <div className={css.empty}>
      <Icon size="1.75rem" strokeWidth={1.5} aria-hidden />
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {actions ? <div className={css.emptyActions}>{actions}</div> : null}
    </div>
  );
}
