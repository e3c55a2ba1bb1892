import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { type AgentId, backend, type SentenceForm } from "../../backend";
import { useAgent } from "../../data/queries";
import { BackButton } from "../../parts/BackButton";
import { Button, LinkButton } from "../../parts/Button";
import { Emoji } from "../../parts/Glyph";
import { Loading } from "../../parts/Loading";
import { DiffText } from "../../parts/PlanDetails";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { RowTag } from "../../parts/Tag";
import { go, goBack, paths } from "../../routes";
import { strings } from "../../strings";
import { RuntimeLine } from "../hooks/RuntimeLine";
import { folderName } from "../new-hook/name";
import { Clauses } from "./Clauses";
import { More } from "./More";
import { Passes } from "./Passes";
import css from "./sentence.module.css";
import { firstOf, TryButton, TryPane } from "./TryPane";
import { useSentence, type Writing } from "./useSentence";
import { words } from "./words";

type Props = { form: SentenceForm; writing: Writing };

function NameField({ form, writing }: Props) {
  const { sentence, change, check, settled } = writing;
  const id = useId();
  const name = folderName(sentence.name);
  // What was said of an older text, the empty one, is not said of this one.
  const typed = sentence.name.trim() !== "" && settled;
  const problem = typed
    ? (check?.problems.find(({ field }) => field === "name")?.message ?? (name === "" ? words.badName : null))
    : null;
  return (
    <div className={css.name}>
      <label htmlFor={id} className={parts.visuallyHidden}>
        {words.name}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: a new hook begins with its name.
        autoFocus
        autoComplete="off"
        spellCheck={false}
        placeholder={words.name}
        value={sentence.name}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => change({ name: target.value })}
      />
      <p id={`${id}-hint`} aria-live="polite" className={problem ? css.wrong : css.hint}>
        {problem ??
          (name === ""
            ? words.nameHint
            : sentence.entry
              ? words.inConfig(form.folder)
              : words.folder(form.folder, name))}
      </p>
    </div>
  );
}

/** Why it cannot be turned on yet; none where it can. */
function waitsFor(writing: Writing): string | null {
  const { check, tried, unanswered, settled } = writing;
  const first = firstOf(writing);
  if (first !== null) return first;
  if (!check || !settled || check.problems.length > 0) return "";
  if (tried) return null;
  return unanswered ? words.noAnswer : words.notYetTried;
}

function Bar({ form, writing, leave }: Props & { leave: () => void }) {
  const { check, dirty, busy, settled, sentence } = writing;
  const [shown, setShown] = useState(false);
  const id = useId();
  const file = check?.file ?? null;
  const draft = form.draft;
  const off = !form.enabled;
  const waits = waitsFor(writing);
  // What was said of an older text is not held against this one: the engine looks again when it saves.
  const cannotSave = busy || !dirty || (settled && (check?.problems.length ?? 0) > 0);
  const turnOn = async () => {
    if (await writing.turnOn()) leave();
  };
  return (
    <div className={css.bar} data-bar>
      {shown ? (
        <div id={`${id}-diff`} className={css.diff}>
          {file ? (
            <>
              <code>{file.path}</code>
              <DiffText label={words.change} diff={file.diff} />
            </>
          ) : (
            <p className={css.hint}>{words.nothingChanged}</p>
          )}
        </div>
      ) : null}
      <div className={css.barRow}>
        {draft ? <RowTag row="draft" /> : <span className={css.hint}>{off ? words.off : words.on}</span>}
        <LinkButton aria-expanded={shown} aria-controls={`${id}-diff`} onClick={() => setShown(!shown)}>
          {shown ? words.hideChange : words.showChange}
        </LinkButton>
        <div className={css.barEnd}>
          <Button
            look={draft || off || !writing.tried ? "normal" : "main"}
            aria-disabled={cannotSave || undefined}
            onClick={() => cannotSave || void writing.save()}
          >
            {draft ? words.saveDraft : words.save}
          </Button>
          <TryButton writing={writing} className={css.narrow} why={`${id}-why`} />
          {off ? (
            <>
              <span id={`${id}-why`} className={css.reason}>
                {waits}
              </span>
              <Button
                look={waits === null ? "main" : "normal"}
                aria-disabled={waits !== null || busy || sentence.name === "" || undefined}
                aria-describedby={`${id}-why`}
                onClick={() => waits === null && !busy && void turnOn()}
              >
                {words.turnOn}
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function Editor({ form, onSaved }: { form: SentenceForm; onSaved: (id: string) => void }) {
  const writing = useSentence(form, onSaved);
  const { sentence, check } = writing;
  const agent = useAgent(sentence.agent);
  const back = sentence.hook
    ? paths.hook(sentence.hook)
    : sentence.entry
      ? paths.settings(sentence.agent)
      : paths.agent(sentence.agent);
  const leave = () => goBack(back);
  const title = sentence.hook === null ? words.newTitle(agent?.name ?? "") : words.editTitle(form.title);
  useEffect(() => {
    document.title = `${title} – ${strings.app}`;
  }, [title]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      document.querySelector<HTMLButtonElement>(`.${css.run}`)?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className={css.screen}>
      <div className={css.column}>
        <BackButton
          label={sentence.hook === null ? (agent?.name ?? strings.back) : form.title}
          leave={leave}
        />
        <div className={css.title}>
          {sentence.hook === null ? null : <Emoji emoji={form.emoji} className={css.emoji} />}
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        {agent ? <RuntimeLine view={agent} /> : null}
        {sentence.hook === null ? <NameField form={form} writing={writing} /> : null}
        <div className={css.two}>
          <div>
            <Clauses form={form} writing={writing} />
            <More form={form} writing={writing} />
            <Passes passes={check?.passes ?? []} />
            {check && check.notes.length > 0 ? (
              <section aria-labelledby="remarks">
                <h2 id="remarks" className={parts.group}>
                  {words.conditionsNote}
                </h2>
                <ul className={`${parts.card} ${css.notes}`}>
                  {check.notes.map((note) => (
                    <li key={note.id}>{note.sentence}</li>
                  ))}
                </ul>
              </section>
            ) : null}
          </div>
          <TryPane writing={writing} />
        </div>
      </div>
      <Bar form={form} writing={writing} leave={() => goBack(back)} />
    </div>
  );
}

type ScreenProps = { agent: AgentId; hook: string | null; event: string | null; entry: boolean };

/** One editor for new hooks and those that are there. */
export default function SentenceScreen({ agent, hook, event, entry }: ScreenProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["sentence", agent, hook, event, entry],
    queryFn: () => (entry ? backend.openEntrySentence(agent) : backend.openSentence(agent, hook, event)),
    gcTime: 0,
    staleTime: 0,
  });
  // What was saved is a new beginning.
  const onSaved = (id: string) => {
    if (id !== hook) go(paths.edit(id), { replace: true, settled: true });
    else void refetch();
  };
  if (data) return <Editor key={JSON.stringify(data)} form={data} onSaved={onSaved} />;
  return (
    <div className={parts.column}>
      {error ? (
        <ProblemScreen heading="h1" title={strings.errors.load} error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  );
}
