import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { AgentId, EntryItem, EntryList } from "../../backend";
import { Button } from "../../parts/Button";
import { RowTag } from "../../parts/Tag";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { useSettingsActions } from "./actions";
import { EntryDialog } from "./EntryDialog";
import { Group, Warning } from "./Group";
import css from "./settings.module.css";

const words = strings.settings;

/** `named`: what is asked for is its name alone. */
type Open = { item: EntryItem | null; named?: boolean } | null;

/** Where *Try it* and *Turn on* are. */
function FinishButton({ title, hook }: { title: string; hook: string }) {
  return (
    <Button look="main" aria-label={words.finishLabel(title)} onClick={() => go(paths.edit(hook))}>
      {strings.hook.finishDraft}
    </Button>
  );
}

/** Handlers or hooks that are in the config itself. */
export function EntryGroup({ agent, list }: { agent: AgentId; list: EntryList }) {
  const [open, setOpen] = useState<Open>(null);
  const { removeEntry } = useSettingsActions(agent);
  const own = words.lists[list.id];
  // A hook is a sentence. One that the agent does not see as a hook, as its name is taken or is none, has its parts here.
  const isHooks = list.id === "config-hooks";
  const add = () => (isHooks ? go(paths.newEntry(agent)) : setOpen({ item: null }));
  const edit = (item: EntryItem) =>
    isHooks && item.hook !== null ? go(paths.edit(item.hook)) : setOpen({ item });
  return (
    <Group
      title={list.title}
      lead={list.sentence}
      after={list.can_add ? <Button onClick={add}>{own.add}</Button> : null}
      foot={<code>{list.place}</code>}
    >
      {list.warning ? (
        <li className={css.told}>
          <TriangleAlert size="1rem" strokeWidth={1.8} aria-hidden />
          {list.warning}
        </li>
      ) : null}
      {list.items.length === 0 && (list.editable || !list.warning) ? (
        <li className={css.none}>{list.editable ? own.none : words.notRead}</li>
      ) : null}
      {list.items.map((item) => (
        <li key={item.id}>
          <div>
            <div className={css.name}>
              {item.title} {item.draft ? <RowTag row="draft" /> : null}
            </div>
            <p className={css.text}>{item.sentence}</p>
            <Warning>{item.problem}</Warning>
          </div>
          <div className={css.end}>
            {item.included ? <span className={css.quiet}>{words.included}</span> : null}
            {item.draft && item.hook !== null ? <FinishButton title={item.title} hook={item.hook} /> : null}
            {list.editable && !item.included ? (
              <>
                <Button
                  aria-label={words.removeLabel(item.title)}
                  onClick={() => removeEntry(list.id, item.id, item.title)}
                >
                  {words.remove}
                </Button>
                {list.can_add && isHooks && item.hook !== null ? (
                  <Button
                    aria-label={words.renameLabel(item.title)}
                    onClick={() => setOpen({ item, named: true })}
                  >
                    {words.rename}
                  </Button>
                ) : null}
                {list.can_add ? (
                  <Button aria-label={words.editLabel(item.title)} onClick={() => edit(item)}>
                    {words.edit}
                  </Button>
                ) : null}
              </>
            ) : null}
          </div>
        </li>
      ))}
      {open ? <EntryDialog agent={agent} list={list} {...open} onClose={() => setOpen(null)} /> : null}
    </Group>
  );
}
