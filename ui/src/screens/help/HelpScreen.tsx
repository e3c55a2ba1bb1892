import { useEffect, useRef } from "react";
import { askForTour } from "../../frame/overlays";
import { BackButton } from "../../parts/BackButton";
import { Button, LinkButton } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { cameFrom, go, goBack, paths } from "../../routes";
import { strings } from "../../strings";
import About from "../hook/About";
import hookCss from "../hook/hook.module.css";
import { guide, TELLS } from "./guide";
import css from "./help.module.css";

const words = strings.help;

/** The guide, in the window and without a network: at the part that tells of the screen that one comes from. */
export default function HelpScreen({ at }: { at: string | null }) {
  const screen = useRef<HTMLDivElement>(null);
  const from = cameFrom();
  const wanted = at ?? (from ? TELLS[from.screen] : null);
  const part = guide.find(({ id }) => id === wanted) ?? null;
  const id = part?.id ?? null;
  useEffect(() => {
    document.title = `${words.title} – ${strings.app}`;
  }, []);
  useEffect(() => {
    const heading = id === null ? null : document.getElementById(`guide-${id}`);
    if (heading) {
      heading.scrollIntoView?.({ block: "start" });
      heading.focus({ preventScroll: true });
    } else {
      screen.current?.closest("main")?.scrollTo({ top: 0 });
      screen.current?.querySelector("h1")?.focus();
    }
  }, [id]);
  return (
    <div ref={screen} className={parts.column}>
      <BackButton label={strings.back} leave={() => goBack("/")} />
      <div className={parts.bar}>
        <h1 tabIndex={-1}>{words.title}</h1>
        <div className={parts.barEnd}>
          <Button onClick={askForTour}>{words.tour}</Button>
        </div>
      </div>
      <nav aria-label={words.contents}>
        <ul className={css.contents}>
          {guide.map((one) => (
            <li key={one.id}>
              <LinkButton onClick={() => go(paths.help(one.id), { replace: true })}>{one.title}</LinkButton>
            </li>
          ))}
        </ul>
      </nav>
      {guide.map((one) => (
        <section key={one.id} aria-labelledby={`guide-${one.id}`}>
          <h2 id={`guide-${one.id}`} tabIndex={-1} className={`${parts.group} ${parts.goneTo}`}>
            {one.title}
          </h2>
          <div className={`${parts.card} ${hookCss.about}`}>
            <About body={one.body} />
          </div>
        </section>
      ))}
    </div>
  );
}
