import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Hook } from "../../backend";
import type { Part } from "../../routes";
import { strings } from "../../strings";
import { changeOf, isChecking } from "../hook/can";
import { type Item, isWaiting, type Waiting } from "./arrange";
import { HookRow } from "./HookRow";
import css from "./hooks.module.css";
import type { Picking } from "./selection";
import { useRows } from "./useRows";
import type { Place } from "./view-state";

type Props = {
  label: string;
  items: Item[];
  place: Place;
  agentNames: ReadonlyMap<string, string> | null;
  checking: boolean;
  /** The agents whose settings cannot be used. */
  waiting: Waiting;
  onOpen: (hook: Hook, part: Part | null) => void;
  onUnfold: (id: string) => void;
  /** The ids of those that were picked. */
  selected: ReadonlySet<string>;
  onPick: (how: Picking, hook: Hook | null, from?: Hook) => void;
  /** Gets a function that brings the focus into the list. */
  enter: RefObject<(() => void) | null>;
};

const PAGE = 8;
/** Before the first measurement, in px at 100 % text. */
const estimate = (item: Item | undefined) =>
  item?.kind === "heading" ? 48 : item?.hook.state === "ready" || item?.hook.state === "off" ? 59 : 77;

/** The row that the focus goes to for a key; `index` is where it is now. */
function target(key: string, index: number, rows: number[]): number | undefined {
  const at = rows.indexOf(index);
  switch (key) {
    case "ArrowDown":
      return rows[Math.min(at + 1, rows.length - 1)];
    case "ArrowUp":
      return rows[Math.max(at - 1, 0)];
    case "PageDown":
      return rows[Math.min(at + PAGE, rows.length - 1)];
    case "PageUp":
      return rows[Math.max(at - PAGE, 0)];
    case "Home":
      return rows[0];
    case "End":
      return rows.at(-1);
    default:
      return undefined;
  }
}

/** Left and right walk from the row to its controls and back. */
function stepInside(row: HTMLElement, from: Element, forward: boolean) {
  const stops = [row, ...row.querySelectorAll<HTMLElement>("button")];
  stops[stops.indexOf(from as HTMLElement) + (forward ? 1 : -1)]?.focus();
}

/** Only the rows in view exist in the page, and the one with the focus. Arrow keys go through all of them. */
export function HookList(props: Props) {
  "use no memo"; // What was measured changes in place.
  const { items, place, onOpen, onUnfold } = props;
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(place.active);
  const focusNext = useRef<string | null>(place.opened ? place.active : null);

  const rows = items.flatMap((item, index) => (item.kind === "hook" ? [index] : []));
  const found = items.findIndex((item) => item.key === active && item.kind === "hook");
  const activeIndex = found >= 0 ? found : (rows[0] ?? -1);
  // Where the settings cannot be used, or something is alarming, that comes first, with a button of its own.
  const alarm = items.some((item) => item.kind === "hook" && item.hook.alarming);
  const prominent =
    alarm || props.waiting.size > 0
      ? -1
      : items.findIndex((item) => item.kind === "hook" && item.hook.state === "needs-setup");

  const { shown, total, observe, scrollTo } = useRows({
    list,
    keys: items.map(({ key }) => key),
    estimate: (index) => estimate(items[index]),
    heights: place.heights,
    scrolled: place.scroll,
    keep: activeIndex,
  });

  useLayoutEffect(() => {
    const main = list.current?.closest("main");
    if (!main) return;
    main.scrollTop = place.scroll;
    const remember = () => {
      place.scroll = main.scrollTop;
    };
    main.addEventListener("scroll", remember, { passive: true });
    return () => main.removeEventListener("scroll", remember);
  }, [place]);

  useLayoutEffect(() => {
    const wanted = focusNext.current;
    if (wanted === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted)}"]`);
    // It may have to be scrolled to first; one that is gone for good is not waited for.
    if (!row && items.some((item) => item.key === wanted)) return;
    focusNext.current = null;
    place.opened = false;
    row?.focus({ preventScroll: true });
  });

  const moveTo = (index: number | undefined) => {
    const item = index === undefined ? undefined : items[index];
    if (index === undefined || !item) return;
    focusNext.current = item.key;
    place.active = item.key;
    setActive(item.key);
    // The first row brings its heading, and what is above the list, back into view.
    if (index === rows[0]) list.current?.closest("main")?.scrollTo({ top: 0 });
    else scrollTo(index);
    // A row that is active already causes no new render.
    if (item.key === active) list.current?.querySelector<HTMLElement>("[role=row][tabindex='0']")?.focus();
  };

  const open = (hook: Hook, part: Part | null) => {
    place.active = hook.id;
    place.opened = true;
    onOpen(hook, part);
  };

  useLayoutEffect(() => {
    props.enter.current = () => moveTo(activeIndex);
  });

  /** The keys that pick instead of going: Ctrl A all, Ctrl Space one, Shift and an arrow all between, Esc none. */
  const picked = (event: KeyboardEvent, hook: Hook): boolean => {
    const held = event.ctrlKey || event.metaKey;
    const arrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (held && event.key.toLowerCase() === "a") props.onPick("all", hook);
    else if (held && event.key === " ") props.onPick("one", hook);
    else if (event.key === "Escape" && props.selected.size > 0) props.onPick("none", null);
    else if (event.shiftKey && arrow) {
      const next = target(
        event.key,
        items.findIndex((other) => other.key === hook.id),
        rows,
      );
      const item = next === undefined ? undefined : items[next];
      if (item?.kind === "hook") props.onPick("range", item.hook, hook);
      moveTo(next);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target as HTMLElement;
    const row = from.closest<HTMLElement>("[role=row]");
    const item = items.find((other) => other.key === row?.dataset.key);
    if (!row || item?.kind !== "hook" || event.altKey) return;
    if (picked(event, item.hook)) return;
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      stepInside(row, from, event.key === "ArrowRight");
    } else if (event.key === "Enter" && from === row) {
      event.preventDefault();
      open(item.hook, null);
    } else if (event.key === " " && from === row) {
      event.preventDefault();
      row.querySelector<HTMLElement>("[role=switch], [data-control] button")?.click();
    } else {
      const index = target(event.key, items.indexOf(item), rows);
      if (index === undefined) return;
      event.preventDefault();
      moveTo(index);
    }
  };

  return (
    <div
      ref={list}
      role="grid"
      aria-label={strings.hooks.list(props.label)}
      aria-rowcount={items.length}
      aria-multiselectable
      className={css.list}
      style={{ height: total }}
      onKeyDown={onKeyDown}
    >
      {shown.map(({ index, start }) => {
        const item = items[index];
        if (!item) return null;
        const isHook = item.kind === "hook";
        return (
          <div
            key={item.key}
            ref={observe}
            role="row"
            aria-rowindex={index + 1}
            aria-selected={isHook ? props.selected.has(item.hook.id) : undefined}
            aria-label={
              isHook ? describe(item.hook, props.checking, isWaiting(item.hook, props.waiting)) : undefined
            }
            data-index={index}
            data-key={item.key}
            data-hook={isHook ? item.hook.id : undefined}
            tabIndex={isHook ? (index === activeIndex ? 0 : -1) : undefined}
            className={css.slot}
            style={{ transform: `translateY(${start}px)` }}
            onFocus={() => {
              if (!isHook || active === item.key) return;
              place.active = item.key;
              setActive(item.key);
            }}
          >
            {isHook ? (
              <HookRow
                hook={item.hook}
                agentName={props.agentNames?.get(item.hook.agent) ?? null}
                checking={isChecking(item.hook, props.checking)}
                first={item.first}
                last={item.last}
                nested={item.nested}
                replaces={item.replaces}
                unfolded={item.unfolded}
                active={index === activeIndex}
                prominent={index === prominent}
                alarming={item.hook.alarming}
                waiting={isWaiting(item.hook, props.waiting)}
                selected={props.selected.has(item.hook.id)}
                onOpen={open}
                onPick={(hook, how) => props.onPick(how, hook)}
                onUnfold={onUnfold}
              />
            ) : (
              // biome-ignore lint/a11y/useFocusableInteractive: headings are read, not visited.
              <div role="rowheader" className={css.heading}>
                {item.title}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** What the row shows, in the same words. */
function describe(hook: Hook, checking: boolean, waiting: boolean): string {
  if (hook.danger !== null) return `${hook.title}, ${strings.dangerous}. ${hook.danger}`;
  if (hook.alarming)
    return `${hook.title}, ${strings.changed}. ${changeOf(hook) ?? strings.hooks.changedLine}`;
  if (waiting && hook.row !== "draft") return `${hook.title}, ${strings.hooks.waitsTag}`;
  const said = isChecking(hook, checking) ? strings.checking : strings.state[hook.row];
  const reason = hook.state === "ready" || hook.state === "off" ? null : hook.reason;
  return [`${hook.title}, ${said}`, reason].filter(Boolean).join(". ");
}
