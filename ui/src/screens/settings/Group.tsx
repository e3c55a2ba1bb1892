import { type ReactNode, useId } from "react";
import parts from "../../parts/parts.module.css";
import css from "./settings.module.css";

type Props = {
  id?: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  after?: ReactNode;
  foot?: ReactNode;
};

/** A titled card of rows. `after` is in the card, below the rows; one with an `id` can be gone to. */
export function Group({ id: known, title, lead, children, after, foot }: Props) {
  const own = useId();
  const id = known ?? own;
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        tabIndex={known ? -1 : undefined}
        className={known ? `${parts.group} ${parts.goneTo}` : parts.group}
      >
        {title}
      </h2>
      {lead ? <p className={css.lead}>{lead}</p> : null}
      <div className={parts.card}>
        <ul className={css.rows}>{children}</ul>
        {after ? <div className={css.after}>{after}</div> : null}
      </div>
      {foot ? <p className={parts.foot}>{foot}</p> : null}
    </section>
  );
}

type RowProps = { name: string; text: string; end: ReactNode; children?: ReactNode };

/** A row: its name, what there is to say of it, and what is to be clicked. */
export function Row({ name, text, end, children }: RowProps) {
  return (
    <li>
      <div>
        <div className={css.name}>{name}</div>
        <p className={css.text}>{text}</p>
        {children}
      </div>
      <div className={css.end}>{end}</div>
    </li>
  );
}

/** Something to know about a row, in its own line. */
export function Warning({ children }: { children: string | null }) {
  return children ? <p className={css.warning}>{children}</p> : null;
}
