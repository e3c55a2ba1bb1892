import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { type AgentView, backend, type NewPluginChoice, type PluginSentence } from "../../backend";
import { done } from "../../data/actions";
import { useTyped, useUnsaved } from "../../data/unsaved";
import { Button } from "../../parts/Button";
import { Loading } from "../../parts/Loading";
import overlay from "../../parts/overlay.module.css";
import { InlineProblem } from "../../parts/Problem";
import { Segments } from "../../parts/Segments";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { folderName } from "../new-hook/name";
import { choicesQuery } from "./data";
import css from "./new-plugin.module.css";
import { HookPicker, SentenceFields } from "./SentenceFields";
import { TryPlugin } from "./TryPlugin";
import { says, words } from "./words";

/** What is being made, as it is typed. */
type Typed = { name: string; event: string; kind: "sentence" | "program"; sentence: PluginSentence };

type Props = { view: AgentView; onClose: () => void };

function Form({ view, choices, onClose }: Props & { choices: NewPluginChoice[] }) {
  const client = useQueryClient();
  const typing = useTyped<Typed>(`new plugin ${view.agent}`, {
    name: "",
    event: choices[0]?.key ?? "",
    kind: "sentence",
    sentence: {
      event: choices[0]?.key ?? "",
      tools: [],
      pattern: "",
      act: "block",
      with: "",
      timeout: null,
      priority: null,
    },
  });
  const { name: typed, event, kind, sentence } = typing.value;
  const change = (part: Partial<Typed>) => typing.change({ ...typing.value, ...part });
  const leave = () => {
    typing.forget();
    onClose();
  };
  const [sent, setSent] = useState(false);
  useUnsaved(typing.dirty ? strings.unsaved.value(words.plugin) : null);
  const id = useId();
  const name = folderName(typed);
  const wrong = (typed.trim() !== "" || sent) && (name === "" || name.length > 64);
  const create = useMutation({
    mutationFn: async () => {
      const made =
        kind === "sentence"
          ? await backend.createPluginSentence(view.agent, name, sentence)
          : await backend.createPlugin(view.agent, name, event);
      await done(client, made.change);
      return made.id;
    },
    onSuccess: (made) => {
      leave();
      go(paths.plugin(made));
    },
  });
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    setSent(true);
    if (name !== "" && !wrong && !create.isPending) create.mutate();
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <div>
        <label htmlFor={`${id}-name`}>{words.createName}</label>
        <input
          id={`${id}-name`}
          // biome-ignore lint/a11y/noAutofocus: the sheet is opened to type a name.
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            create.reset();
            change({ name: target.value });
          }}
        />
        <p id={`${id}-hint`} aria-live="polite" className={wrong ? css.wrong : css.hint}>
          {wrong ? words.createBad : words.createHint}
        </p>
      </div>
      <Segments
        label={says.kind}
        value={kind}
        segments={[
          { id: "sentence", label: says.asSentence },
          { id: "program", label: says.asProgram },
        ]}
        onChange={(next) => change({ kind: next })}
      />
      {kind === "sentence" ? (
        <>
          <SentenceFields
            value={sentence}
            choices={choices}
            onChange={(next) => {
              create.reset();
              change({ sentence: next });
            }}
          />
          <TryPlugin
            agent={view.agent}
            id={name}
            sentence={sentence}
            choice={choices.find(({ key }) => key === sentence.event)}
          />
        </>
      ) : (
        <HookPicker value={event} choices={choices} onChange={(next) => change({ event: next })} />
      )}
      <p className={css.hint}>{kind === "sentence" ? says.off : words.createOff}</p>
      {create.error ? <InlineProblem error={create.error} /> : null}
      <div className={`${overlay.ends} ${css.ends}`}>
        <Button onClick={leave}>{strings.cancel}</Button>
        <Button type="submit" look="main" aria-disabled={create.isPending || undefined}>
          {create.isPending ? words.creating : words.createNow}
        </Button>
      </div>
    </form>
  );
}

/** A name and a hook, and there is a plugin that loads. */
export default function NewPluginSheet({ view, onClose }: Props) {
  const choices = useQuery(choicesQuery(view.agent));
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || onClose()} className={overlay.scrim}>
      <Modal className={overlay.sheet}>
        <Dialog className={overlay.dialog}>
          <Heading slot="title" className={css.title}>
            {words.createTitle(view.name)}
          </Heading>
          {choices.data ? (
            <Form view={view} choices={choices.data} onClose={onClose} />
          ) : choices.error ? (
            <>
              <InlineProblem error={choices.error} />
              <div className={overlay.ends}>
                <Button onClick={onClose}>{strings.close}</Button>
              </div>
            </>
          ) : (
            <Loading />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
