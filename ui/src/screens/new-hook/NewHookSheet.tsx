import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { type AgentId, backend, type HandlerKind, type NewHookChoices } from "../../backend";
import { done } from "../../data/actions";
import { useAgent } from "../../data/queries";
import { useUnsaved } from "../../data/unsaved";
import { Button } from "../../parts/Button";
import { Loading } from "../../parts/Loading";
import overlay from "../../parts/overlay.module.css";
import { InlineProblem } from "../../parts/Problem";
import { Segments } from "../../parts/Segments";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { Picker } from "../try/Picker";
import { folderName } from "./name";
import css from "./new-hook.module.css";

const words = strings.newHook;
const LONGEST = 64;

function nameProblem(typed: string): string | null {
  if (typed.trim() === "") return null;
  const name = folderName(typed);
  if (name === "") return words.badName;
  return name.length > LONGEST ? words.longName : null;
}

type Draft = { name: string; event: string; kind: HandlerKind | null };

function useCreate(agent: AgentId, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, event, kind }: Draft) => {
      const made = await backend.createHook(agent, name, event, kind);
      // A computer without a file manager is not a reason to call this a failure.
      const opened = await backend.openFolder(made.id).then(
        () => true,
        () => false,
      );
      const { summary } = made.change;
      await done(client, { ...made.change, summary: opened ? summary : words.folderNotOpened(summary) });
      return made.id;
    },
    onSuccess: (id) => {
      onDone();
      go(paths.hook(id));
    },
  });
}

type FormProps = { agent: AgentId; choices: NewHookChoices; event: string | null; onClose: () => void };

function Form({ agent, choices, event: asked, onClose }: FormProps) {
  const known = choices.events.find(({ key }) => key === asked) ?? choices.events[0];
  const [draft, setDraft] = useState<Draft>({
    name: "",
    event: known?.key ?? "",
    kind: choices.kinds[0] ?? null,
  });
  const [sent, setSent] = useState(false);
  useUnsaved(draft.name === "" ? null : strings.unsaved.newHook);
  const create = useCreate(agent, onClose);
  const id = useId();
  const name = folderName(draft.name);
  const problem = nameProblem(draft.name) ?? (sent && name === "" ? words.badName : null);
  const change = (part: Partial<Draft>) => {
    create.reset();
    setDraft({ ...draft, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (name !== "" && !problem && !create.isPending) create.mutate({ ...draft, name });
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <div>
        <label htmlFor={`${id}-name`}>{words.name}</label>
        <input
          id={`${id}-name`}
          // biome-ignore lint/a11y/noAutofocus: the sheet is opened to type a name.
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={draft.name}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => change({ name: target.value })}
        />
        <p id={`${id}-hint`} aria-live="polite" className={problem ? css.wrong : css.hint}>
          {problem ?? words.nameHint}
        </p>
      </div>
      <Picker
        field
        label={words.event}
        value={draft.event}
        groups={[
          {
            title: "",
            options: choices.events.map(({ key, label, sentence }) => ({
              id: key,
              title: label,
              code: key,
              hint: sentence === label ? null : sentence,
            })),
          },
        ]}
        search={{ label: strings.try.findMoment, none: strings.try.noMoment }}
        onChange={(event) => change({ event })}
      />
      {choices.kinds.length > 1 && draft.kind ? (
        <div>
          <span className={css.label}>{words.kind}</span>
          <Segments
            label={words.kind}
            value={draft.kind}
            onChange={(kind) => change({ kind })}
            segments={choices.kinds.map((kind) => ({ id: kind, label: words.kinds[kind] }))}
          />
        </div>
      ) : null}
      <p className={css.hint}>
        {name && !problem ? words.where(choices.folder, name) : words.whereUnnamed(choices.folder)}
      </p>
      {create.error ? <InlineProblem error={create.error} /> : null}
      <div className={overlay.ends}>
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button type="submit" look="main" aria-disabled={create.isPending || undefined}>
          {create.isPending ? words.creating : words.create}
        </Button>
      </div>
    </form>
  );
}

type Props = { agent: AgentId; event: string | null; onClose: () => void };

/** A name and a moment, and there is a hook that runs. */
export default function NewHookSheet({ agent, event, onClose }: Props) {
  const view = useAgent(agent);
  const choices = useQuery({ queryKey: ["new-hook", agent], queryFn: () => backend.newHookChoices(agent) });
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || onClose()} className={overlay.scrim}>
      <Modal className={overlay.sheet}>
        <Dialog className={overlay.dialog}>
          <Heading slot="title" className={css.title}>
            {words.title(view?.name ?? agent)}
          </Heading>
          {choices.data ? (
            <Form agent={agent} choices={choices.data} event={event} onClose={onClose} />
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
