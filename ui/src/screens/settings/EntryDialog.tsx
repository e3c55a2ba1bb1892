import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { AgentId, ConfigEntry, EntryItem, EntryList } from "../../backend";
import { useAgent } from "../../data/queries";
import { useTyped } from "../../data/unsaved";
import { whole } from "../../number";
import { Button } from "../../parts/Button";
import overlay from "../../parts/overlay.module.css";
import { InlineProblem } from "../../parts/Problem";
import { strings } from "../../strings";
import { useSettingsActions } from "./actions";
import { EntryField } from "./EntryField";
import { Sheet } from "./Sheet";
import css from "./settings.module.css";

const words = strings.settings;

/** What is being typed: numbers are texts until they are saved. */
export type Draft = Omit<ConfigEntry, "priority" | "timeout"> & { priority: string; timeout: string };

function draftOf(entry: ConfigEntry | undefined): Draft {
  return {
    event: entry?.event ?? "",
    module: entry?.module ?? "",
    export: entry?.export ?? "",
    name: entry?.name ?? "",
    command: entry?.command ?? "",
    events: entry?.events ?? [],
    priority: entry?.priority?.toString() ?? "",
    timeout: entry?.timeout?.toString() ?? "",
    env: entry?.env ?? [],
  };
}

/** Without what was typed as the value of a variable, which may be a key: keys are not kept. */
function keepable(draft: Draft, before: Draft): Draft {
  const saved = new Map(before.env.map(({ name, value }) => [name, value]));
  return { ...draft, env: draft.env.map(({ name }) => ({ name, value: saved.get(name) ?? null })) };
}

type Props = {
  agent: AgentId;
  list: EntryList;
  item: EntryItem | null;
  named?: boolean;
  onClose: () => void;
};

/** One entry of a list, new or changed; the engine says what is wrong with it. */
export function EntryDialog({ agent, list, item, named = false, onClose }: Props) {
  const parts = named ? list.parts.filter(({ key }) => key === "name") : list.parts;
  const first = draftOf(item?.entry);
  const typed = useTyped(`entry ${agent} ${list.id} ${item?.id ?? ""}`, first, {
    what: strings.unsaved.entry(list.title),
    keepable: (it) => keepable(it, first),
  });
  const { value: draft, change: setDraft, dirty } = typed;
  const leave = () => {
    typed.forget();
    onClose();
  };
  const { saveEntry } = useSettingsActions(agent);
  const view = useAgent(agent);
  // A draft is off until it is turned on, and nothing is on where all hooks are off.
  const goesOn = !item && list.id !== "config-hooks" && view?.hooks_on !== false;
  const wrong = list.parts.find(
    ({ key }) => (key === "priority" || key === "timeout") && whole(draft[key]) === undefined,
  );
  const save = useMutation({
    mutationFn: () =>
      saveEntry(list.id, item?.id ?? null, {
        ...draft,
        priority: whole(draft.priority) ?? null,
        timeout: whole(draft.timeout) ?? null,
        env: draft.env.filter(({ name, value }) => name !== "" || value !== null),
      }),
    onSuccess: (saved) => {
      if (saved) leave();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong && !save.isPending) save.mutate();
  };
  return (
    <Sheet
      title={item ? (named ? words.renameLabel : words.editLabel)(item.title) : words.lists[list.id].adding}
      dirty={dirty}
      onClose={leave}
    >
      <form onSubmit={submit}>
        <div className={css.form}>
          {parts.map((part, index) => (
            <EntryField
              key={part.key}
              part={part}
              events={list.events}
              draft={draft}
              autoFocus={index === 0}
              onChange={(change) => setDraft({ ...draft, ...change })}
            />
          ))}
        </div>
        <div aria-live="polite">
          {wrong ? <p className={css.warning}>{words.badNumber(wrong.title)}</p> : null}
          {save.error && !wrong ? <InlineProblem error={save.error} /> : null}
        </div>
        {goesOn ? <p className={css.small}>{words.onNextStart(view?.name ?? agent)}</p> : null}
        <div className={overlay.ends}>
          <Button onClick={leave}>{strings.cancel}</Button>
          <Button type="submit" look="main" aria-disabled={save.isPending || wrong !== undefined}>
            {strings.hook.save}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
