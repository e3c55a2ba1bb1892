import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  Activity,
  CircleQuestionMark,
  ClipboardCopy,
  Download,
  List,
  type LucideIcon,
  Moon,
  Play,
  Plus,
  RotateCw,
  Search,
  Settings,
  SlidersHorizontal,
  Undo2,
  Waypoints,
} from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { backend, type Hook } from "../backend";
import { useActions } from "../data/actions";
import { hooksQuery, includedQuery, listed, settingsQuery, useOverview } from "../data/queries";
import { redoLast, undoByKey } from "../data/undo";
import { Emoji, Glyph } from "../parts/Glyph";
import parts from "../parts/parts.module.css";
import { go, paths } from "../routes";
import { isWaiting, waitsFor } from "../screens/hooks/arrange";
import { strings } from "../strings";
import { keepAppearance } from "../styles/appearance";
import { askForTour, openOverlay } from "./overlays";
import css from "./palette.module.css";
import { type Entry, type Group, search } from "./palette-search";
import { takeTyped } from "./typed-early";

const words = strings.palette;

const icon = (Icon: LucideIcon) => <Icon size="1rem" strokeWidth={1.8} aria-hidden />;

/** What can be done from anywhere. */
function useDeeds(): Entry[] {
  const client = useQueryClient();
  const { agents } = useOverview();
  const { refresh } = useActions();
  const { frame } = strings;
  const deed = (id: string, Icon: LucideIcon, title: string, run: () => void, also = ""): Entry => ({
    id,
    icon: icon(Icon),
    title,
    hint: "",
    also,
    run,
  });
  return [
    deed("all", List, frame.all, () => go(paths.hooks)),
    deed("get", Download, frame.get, () => go(paths.get()), words.also.get),
    deed("try", Play, frame.try, () => go(paths.try())),
    deed("activity", Activity, frame.activity, () => go(paths.activity), words.also.activity),
    deed("settings", Settings, frame.settings, () => go(paths.settings())),
    ...agents
      .filter(({ found }) => found)
      .flatMap((view) => [
        deed(`new ${view.agent}`, Plus, strings.newHook.title(view.name), () =>
          go(paths.newHook(view.agent)),
        ),
        deed(`timeline ${view.agent}`, Waypoints, words.timeline(view.name), () =>
          go(paths.timeline(view.agent)),
        ),
      ]),
    deed("refresh", RotateCw, words.refresh, () => void refresh()),
    deed("undo", Undo2, words.undo, () => void undoByKey(client)),
    deed("redo", RotateCw, words.redo, () => void redoLast(client)),
    ...(["system", "light", "dark"] as const).map((id) =>
      deed(`look ${id}`, Moon, words.appearance(strings.settings.appearances[id]), () => keepAppearance(id)),
    ),
    deed("set-up", Download, words.setUp, () => go(paths.setUps), words.also.setUp),
    deed("keys", CircleQuestionMark, strings.keys.title, () => openOverlay("keys"), words.also.keys),
    deed("help", CircleQuestionMark, strings.help.open, () => go(paths.help()), words.also.help),
    deed("tour", CircleQuestionMark, strings.help.tour, askForTour),
    deed(
      "diagnostics",
      ClipboardCopy,
      strings.copyDiagnostics,
      () => openOverlay("diagnostics"),
      words.also.diagnostics,
    ),
    deed("about", Settings, words.about, () => go(paths.about), words.also.about),
  ];
}

function useAgentEntries(): Entry[] {
  const { agents } = useOverview();
  return agents.map((view) => ({
    id: view.agent,
    icon: <Glyph agent={view.agent} name={view.name} absent={!view.found} />,
    title: view.name,
    hint: view.found ? strings.frame.total(listed(view)) : strings.frame.absent,
    also: "",
    run: () => go(paths.agent(view.agent)),
  }));
}

function useHookEntries(): Entry[] {
  const { agents } = useOverview();
  const { data: hooks = [] } = useQuery(hooksQuery);
  const nameOf = new Map(agents.map((view) => [view.agent, view.name]));
  const waiting = new Set(agents.flatMap(waitsFor));
  const said = (hook: Hook) =>
    hook.row !== "draft" && isWaiting(hook, waiting) ? strings.hooks.waitsTag : strings.state[hook.row];
  return hooks.map((hook) => ({
    id: hook.id,
    icon: <Emoji emoji={hook.emoji} />,
    title: hook.title,
    hint: `${nameOf.get(hook.agent)} · ${said(hook)}`,
    also: `${hook.name} ${hook.description} ${hook.when}`,
    run: () => go(paths.hook(hook.id)),
  }));
}

/** The hooks that ship, each for the first agent that it is offered to: by what their pages say, too. */
function useIncludedEntries(): Entry[] {
  const { agents } = useOverview();
  const { data: included = [] } = useQuery(includedQuery);
  const found = agents.filter((view) => view.found).map(({ agent }) => agent);
  return included.flatMap((hook) => {
    const offered = hook.agents.map(({ agent }) => agent);
    const agent = offered.find((one) => found.includes(one)) ?? offered[0];
    if (agent === undefined) return [];
    return {
      id: `included ${hook.name}`,
      icon: <Emoji emoji={hook.emoji} />,
      title: hook.title,
      hint: words.included,
      also: `${hook.name} ${hook.description} ${hook.when} ${hook.says}`,
      run: () => go(paths.included(agent, hook.name)),
    };
  });
}

/** Asked when the search opens; what is known already is there at once. */
function useMoments(): Entry[] {
  const { agents } = useOverview();
  const found = agents.filter((view) => view.found);
  const asked = useQueries({
    queries: found.map(({ agent }) => ({
      queryKey: ["try-moments", agent, "palette"],
      queryFn: () => backend.tryMoments(agent),
    })),
  });
  return asked.flatMap(({ data = [] }, index) => {
    const view = found[index];
    if (!view) return [];
    return data.map((moment) => ({
      id: `${view.agent} ${moment.key}`,
      icon: icon(Play),
      title: moment.label,
      hint: `${view.name} · ${words.listeners(moment.hooks.length)}`,
      also: `${moment.key} ${moment.sentence}`,
      run: () => go(paths.try({ agent: view.agent, key: moment.key })),
    }));
  });
}

function useSettings(): Entry[] {
  const { agents } = useOverview();
  const found = agents.filter((view) => view.found);
  const asked = useQueries({ queries: found.map(({ agent }) => settingsQuery(agent)) });
  const own = {
    id: "own",
    icon: icon(SlidersHorizontal),
    title: words.own,
    hint: strings.app,
    also: words.also.own,
  };
  return [
    { ...own, run: () => go(paths.settings("tacklebox")) },
    ...found.flatMap((view, index): Entry[] => {
      const common = { icon: icon(SlidersHorizontal), hint: view.name };
      const toPage = () => go(paths.settings(view.agent));
      const text = () => go(paths.config(view.agent));
      const title = strings.config.title(view.name);
      return [
        { ...common, id: `${view.agent} page`, title: words.settingsOf(view.name), also: "", run: toPage },
        { ...common, id: `${view.agent} text`, title, also: strings.hooks.editAsText, run: text },
        ...(asked[index]?.data?.fields ?? []).map((field) => ({
          ...common,
          id: `${view.agent} ${field.id}`,
          title: field.title,
          also: `${field.sentence} ${field.place ?? ""}`,
          run: toPage,
        })),
      ];
    }),
  ];
}

function Row({ entry, id, active, onRun }: { entry: Entry; id: string; active: boolean; onRun: () => void }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView?.({ block: "nearest" });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of all rows.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active row.
    <div ref={row} id={id} role="option" aria-selected={active} className={css.row} onClick={onRun}>
      <span className={css.icon}>{entry.icon}</span>
      <span className={css.title}>{entry.title}</span>
      <span className={css.hint}>{entry.hint}</span>
    </div>
  );
}

function Found({
  groups,
  active,
  idOf,
  onRun,
}: {
  groups: Group[];
  active: Entry | undefined;
  idOf: (entry: Entry) => string;
  onRun: (entry: Entry) => void;
}): ReactNode {
  return groups.map((group) => (
    <div key={group.title} role="group" aria-label={group.title}>
      <div className={css.group} aria-hidden>
        {group.title}
      </div>
      {group.entries.map((entry) => (
        <Row
          key={entry.id}
          entry={entry}
          id={idOf(entry)}
          active={entry === active}
          onRun={() => onRun(entry)}
        />
      ))}
    </div>
  ));
}

/** One search over hooks, here and included, moments, settings and what can be done. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const base = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const typed = useDeferredValue(query);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // The focus first: of what is typed now, no key is between the two.
    field.current?.focus();
    const early = takeTyped();
    if (early !== "") setQuery(early);
  }, []);
  const all: Group[] = [
    { title: words.groups.agents, entries: useAgentEntries() },
    { title: words.groups.hooks, entries: useHookEntries() },
    { title: words.groups.deeds, entries: useDeeds() },
    { title: words.groups.included, entries: useIncludedEntries() },
    { title: words.groups.moments, entries: useMoments() },
    { title: words.groups.settings, entries: useSettings() },
  ];
  const groups = search(all, typed);
  const flat = groups.flatMap(({ entries }) => entries);
  const active = flat[Math.min(at, flat.length - 1)];
  const idOf = (entry: Entry) => `${base}-${flat.indexOf(entry)}`;
  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = flat.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(at + 8, last),
      PageUp: Math.max(at - 8, 0),
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setAt(Math.max(next, 0));
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // What is listed may be a key behind what is typed.
      const meant = typed === query ? active : search(all, query)[0]?.entries[0];
      if (meant) run(meant);
    }
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => open || onClose()} className={css.scrim}>
      <Modal className={css.sheet}>
        <Dialog aria-label={words.title} className={css.dialog}>
          <div className={css.field}>
            <Search size="1.125rem" strokeWidth={1.8} aria-hidden />
            <input
              ref={field}
              role="combobox"
              aria-label={words.title}
              aria-expanded
              aria-controls={`${base}-list`}
              aria-activedescendant={active ? idOf(active) : undefined}
              aria-autocomplete="list"
              autoFocus
              autoComplete="off"
              spellCheck={false}
              placeholder={words.placeholder}
              value={query}
              onChange={({ target }) => {
                setQuery(target.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <div id={`${base}-list`} role="listbox" aria-label={words.results} className={css.list}>
            <Found groups={groups} active={active} idOf={idOf} onRun={run} />
          </div>
          <div role="status" className={flat.length === 0 ? css.none : parts.visuallyHidden}>
            {flat.length === 0 ? words.none(typed.trim()) : words.count(flat.length)}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
