import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import {
  type AgentView,
  backend,
  type NewPluginChoice,
  type NewPluginWish,
  type PluginSentence,
} from "../../backend";
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
import { Clause } from "../sentence/Blank";
import { words as begin } from "../sentence/words";
import { Picker } from "../try/Picker";
import { choicesQuery, templatesQuery } from "./data";
import { NewPluginFiles } from "./NewPluginFiles";
import css from "./new-plugin.module.css";
import { HookPicker, PluginClauses } from "./PluginClauses";
import { TryPlugin } from "./TryPlugin";
import { says, words } from "./words";

/** What is being made, as it is typed. */
type Typed = {
  name: string;
  event: string;
  kind: "sentence" | "program";
  sentence: PluginSentence;
  template: string | null;
};

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
    template: null,
  });
  const { name: typed, event, kind, sentence, template = null } = typing.value;
  const change = (part: Partial<Typed>) => typing.change({ ...typing.value, ...part });
  const leave = () => {
    typing.forget();
    onClose();
  };
  const { data: offers = [] } = useQuery(templatesQuery(view.agent));
  const offered = offers.find(({ id }) => id === template);
  /** It is named after what it starts from, as long as nobody named it. */
  const startFrom = (id: string) => {
    const offer = offers.find((other) => other.id === id);
    const unnamed = typed === "" || offers.some((other) => other.id === typed);
    change({
      name: unnamed ? (offer?.id ?? "") : typed,
      template: offer?.id ?? null,
      ...(offer?.sentence ? { kind: "sentence", sentence: offer.sentence } : {}),
      ...(offer && !offer.sentence ? { kind: "program", event: offer.event } : {}),
    });
  };
  const [sent, setSent] = useState(false);
  useUnsaved(typing.dirty ? strings.unsaved.value(words.plugin) : null);
  const id = useId();
  const name = folderName(typed);
  const wrong = (typed.trim() !== "" || sent) && (name === "" || name.length > 64);
  const wish: NewPluginWish = {
    name,
    event,
    template: kind === "sentence" ? null : template,
    sentence: kind === "sentence" ? sentence : null,
  };
  const create = useMutation({
    mutationFn: async () => {
      const made = await backend.createPlugin(view.agent, wish);
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
      {offers.length === 0 ? null : (
        <Clause>
          {begin.startFrom}
          <Picker
            pill
            unlabelled
            label={begin.startFrom}
            value={template ?? ""}
            groups={[
              {
                title: "",
                options: [
                  { id: "", title: begin.nothing },
                  ...offers.map(({ id, title, says: hint }) => ({ id, title, hint })),
                ],
              },
            ]}
            onChange={startFrom}
          />
        </Clause>
      )}
      <Segments
        label={says.kind}
        value={kind}
        segments={[
          { id: "sentence", label: says.asSentence },
          { id: "program", label: says.asProgram },
        ]}
        onChange={(next) => change({ kind: next, template: null })}
      />
      {kind === "sentence" ? (
        <>
          <PluginClauses
            agent={view.agent}
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
      ) : offered ? (
        <p className={css.hint}>
          {offered.says} {begin.startedFrom}
        </p>
      ) : (
        <HookPicker value={event} choices={choices} onChange={(next) => change({ event: next })} />
      )}
      <p className={css.hint}>{kind === "sentence" ? says.off : words.createOff}</p>
      <NewPluginFiles agent={view.agent} wish={wish} />
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
