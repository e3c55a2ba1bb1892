import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { BackButton } from "../../parts/BackButton";
import { cameFrom, goBack, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./review.module.css";

/** Leaving puts nothing away: the review is still there for whoever comes back to its address. */
function Back() {
  const from = cameFrom();
  const label = from === null || from.screen === "get" ? strings.frame.get : strings.back;
  return <BackButton label={label} leave={() => goBack(paths.get())} />;
}

type Props = {
  title: string;
  /** An emoji or an icon. */
  icon?: ReactNode;
  sub?: ReactNode;
  children: ReactNode;
};

/** One state of what comes. Each begins at its top with the focus on its title, never on a button. */
export function Page({ title, icon, sub, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.closest("main")?.scrollTo({ top: 0 });
  }, []);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  useEffect(() => {
    document.title = `${title} – ${strings.app}`;
  }, [title]);
  return (
    <>
      <Back />
      <header className={css.hero}>
        {icon}
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {sub ? <p className={css.sub}>{sub}</p> : null}
        </div>
      </header>
      {children}
    </>
  );
}

/** What is to be decided, always within reach: it stays at the lower edge while the rest is read. */
export function Bar({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <div className={css.bar} data-bar>
      <div className={css.barNote}>{note}</div>
      <div className={css.barEnd}>{children}</div>
    </div>
  );
}
