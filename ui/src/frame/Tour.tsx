import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Popover } from "react-aria-components/Popover";
import { keepWishes } from "../data/wishes";
import { Button } from "../parts/Button";
import { paths } from "../routes";
import { strings } from "../strings";
import css from "./tour.module.css";

const words = strings.tour;

type Step = keyof typeof words.steps;
/** `inMenu`: what is meant is in the sidebar, which a narrow window has behind a button. */
type Place = { step: Step; element: HTMLElement; inMenu: boolean };

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const line = (to: string) => find(`[data-nav][href="#${to}"]`);

const WHERE: Record<Step, () => HTMLElement | null> = {
  agents: () => find('[data-nav][href^="#/agent/"]')?.closest("section") ?? null,
  row: () => find("main [role=gridcell]")?.closest<HTMLElement>("[role=row]") ?? null,
  get: () => line(paths.get()),
  try: () => line(paths.try()),
  settings: () => line(paths.settings()),
};

/** Where a step points to now; null where the window does not have it. */
function placeOf(step: Step): Place | null {
  const element = WHERE[step]();
  const side = element?.closest("nav");
  if (!side || getComputedStyle(side).display !== "none") return element && { step, element, inMenu: false };
  const menu = find("header button");
  return menu && { step, element: menu, inMenu: true };
}

/** Five things of the window, one after the other, each beside what it speaks of. */
export default function Tour({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const text = useId();
  const [steps] = useState(() => (Object.keys(WHERE) as Step[]).filter((step) => placeOf(step) !== null));
  const [at, setAt] = useState(0);
  const [place, setPlace] = useState(() => (steps[0] ? placeOf(steps[0]) : null));
  const last = at === steps.length - 1;
  const end = () => {
    onClose();
    // Where it cannot be kept, the tour comes once more with the next start: no reason to stop anybody.
    keepWishes(client, { tour_seen: true }).catch(console.error);
  };
  const move = (to: number) => {
    const step = steps[to];
    if (!step) return;
    setAt(to);
    setPlace(placeOf(step));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // Also after a click beside it, when the panel has not the focus and hears no key itself.
    if (event.key === "Escape" && !event.defaultPrevented) end();
    if (event.key === "ArrowRight") move(at + 1);
    if (event.key === "ArrowLeft") move(at - 1);
  });
  const onResize = useEffectEvent(() => move(at));
  useEffect(() => {
    const keys = (event: KeyboardEvent) => onKey(event);
    const resize = () => onResize();
    document.addEventListener("keydown", keys);
    addEventListener("resize", resize);
    return () => {
      document.removeEventListener("keydown", keys);
      removeEventListener("resize", resize);
    };
  }, []);
  useEffect(() => {
    if (!place) return;
    place.element.dataset.tour = place.step;
    place.element.scrollIntoView?.({ block: "nearest" });
    return () => {
      delete place.element.dataset.tour;
    };
  }, [place]);
  if (!place) return null;
  const { title, says } = words.steps[place.step];
  return (
    <Popover
      triggerRef={{ current: place.element }}
      isOpen
      onOpenChange={(open) => open || end()}
      // A click beside it does not mean that the rest is not wanted.
      shouldCloseOnInteractOutside={() => false}
      placement={place.step === "row" || place.inMenu ? "bottom start" : "right top"}
      offset={10}
      className={css.panel}
    >
      <Dialog aria-describedby={text}>
        <div aria-live="polite">
          <p className={css.count}>{words.count(at + 1, steps.length)}</p>
          <Heading slot="title">{title}</Heading>
          <p id={text} className={css.text}>
            {says} {place.inMenu ? words.inMenu : null}
          </p>
        </div>
        <div className={css.ends}>
          {last ? null : (
            <Button look="plain" className={css.skip} onClick={end}>
              {words.skip}
            </Button>
          )}
          {at > 0 ? <Button onClick={() => move(at - 1)}>{words.back}</Button> : null}
          <Button look="main" autoFocus onClick={() => (last ? end() : move(at + 1))}>
            {last ? words.done : words.next}
          </Button>
        </div>
      </Dialog>
    </Popover>
  );
}
