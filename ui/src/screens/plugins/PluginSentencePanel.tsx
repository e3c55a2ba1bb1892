import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { PluginDetail, PluginSentence } from "../../backend";
import { useActions } from "../../data/actions";
import { kept, useTyped } from "../../data/unsaved";
import { Button } from "../../parts/Button";
import { Loading } from "../../parts/Loading";
import overlay from "../../parts/overlay.module.css";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { choicesQuery, usePluginActions } from "./data";
import form from "./new-plugin.module.css";
import { PluginClauses } from "./PluginClauses";
import css from "./plugins.module.css";
import { TryPlugin } from "./TryPlugin";
import { says, words } from "./words";

const keptName = ({ plugin }: PluginDetail) => `plugin sentence ${plugin.hook_id}`;

type EditProps = { detail: PluginDetail; before: PluginSentence; onClose: () => void };

function Edit({ detail, before, onClose }: EditProps) {
  const {
    value: typed,
    change: setTyped,
    dirty,
    forget,
  } = useTyped(keptName(detail), before, {
    what: strings.unsaved.value(detail.plugin.name),
  });
  const { say } = usePluginActions();
  const choices = useQuery(choicesQuery(detail.plugin.agent));
  const leave = () => {
    forget();
    onClose();
  };
  const save = useMutation({
    mutationFn: () => say(detail.plugin, typed),
    // After a "no" to the question, what was typed stays.
    onSuccess: (saved) => saved && leave(),
  });
  const fields = useRef<HTMLFormElement>(null);
  const ready = choices.data !== undefined;
  useEffect(() => {
    // What was pressed to come here is gone.
    if (ready) fields.current?.querySelector("button")?.focus();
  }, [ready]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!dirty) leave();
    else if (!save.isPending) save.mutate();
  };
  const { event } = before;
  // One that the version in force never sends is offered to nobody else.
  const own = { key: event, when: event, stops: false, tools: false, tried_at: null };
  const known = choices.data?.some(({ key }) => key === event);
  const all = known ? choices.data : [...(choices.data ?? []), own];
  if (!choices.data || !all) return choices.error ? <InlineProblem error={choices.error} /> : <Loading />;
  return (
    <form ref={fields} className={`${parts.card} ${form.form} ${css.sentence}`} onSubmit={submit}>
      <PluginClauses
        agent={detail.plugin.agent}
        value={typed}
        choices={all}
        onChange={(next) => {
          save.reset();
          setTyped(next);
        }}
      />
      <TryPlugin
        agent={detail.plugin.agent}
        id={detail.plugin.id}
        sentence={typed}
        choice={all.find(({ key }) => key === typed.event)}
      />
      {save.error ? <InlineProblem error={save.error} /> : null}
      <div className={overlay.ends}>
        <Button onClick={leave}>{strings.cancel}</Button>
        <Button type="submit" look="main" aria-disabled={save.isPending || undefined}>
          {says.save}
        </Button>
      </div>
    </form>
  );
}

/** What a plugin does, where that is a sentence, and where it was one. */
export function PluginSentencePanel({ detail, change }: { detail: PluginDetail; change: boolean }) {
  const { sentence, sentence_words, by_hand, plugin } = detail;
  const [editing, setEditing] = useState(() => change || kept.get(keptName(detail)) !== null);
  const { openFolder } = useActions();
  const section = useRef<HTMLElement>(null);
  const edited = useRef(false);
  useEffect(() => {
    if (edited.current && !editing) section.current?.querySelector("button")?.focus();
    edited.current = editing;
  }, [editing]);
  if (!sentence && !by_hand) return null;
  return (
    <section ref={section} aria-labelledby="sentence">
      <div className={css.head}>
        <h2 id="sentence" className={parts.group}>
          {says.title}
        </h2>
        {sentence && !editing ? <Button onClick={() => setEditing(true)}>{words.change}</Button> : null}
        {by_hand ? <Button onClick={() => void openFolder(plugin.hook_id)}>{words.openFolder}</Button> : null}
      </div>
      {sentence && editing ? (
        <Edit detail={detail} before={sentence} onClose={() => setEditing(false)} />
      ) : (
        <p className={`${parts.card} ${css.none}`}>{sentence_words ?? says.byHand}</p>
      )}
      {sentence ? <p className={parts.foot}>{says.foot}</p> : null}
    </section>
  );
}
