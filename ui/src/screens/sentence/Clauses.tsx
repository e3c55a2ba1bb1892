import { ArrowRight, X } from "lucide-react";
import type { HandlerKind, Sentence, SentenceForm } from "../../backend";
import { Button, LinkButton } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { Picker } from "../try/Picker";
import { Clause, Names, Typed } from "./Blank";
import css from "./sentence.module.css";
import type { Writing } from "./useSentence";
import { words } from "./words";

type Props = { form: SentenceForm; writing: Writing };

/** Whether a moment goes with a kind of action. */
function goesWith({ says }: SentenceForm, kind: HandlerKind, key: string): boolean {
  return says.kinds.find((one) => one.kind === kind)?.events?.includes(key) ?? true;
}

function Moments({ form, writing }: Props) {
  const { sentence, change, check } = writing;
  const problems = check?.problems.filter(({ field }) => field === "events");
  const offered = form.events.filter(({ key }) => goesWith(form, sentence.kind, key));
  const known = (shown: string) =>
    form.events
      .filter((event) => offered.includes(event) || event.key === shown)
      .map(({ key, label, sentence: hint, sent }) => ({
        id: key,
        title: label,
        code: key,
        hint: sent ? (hint === label ? null : hint) : words.never,
      }));
  const set = (index: number, key: string) =>
    change({ events: sentence.events.map((old, at) => (at === index ? key : old)) });
  return (
    <>
      {sentence.events.map((key, index) => {
        const options = known(key);
        const there = options.some(({ id }) => id === key);
        return (
          <Clause key={key} problems={index === 0 ? problems : []}>
            {index === 0 ? words.when : words.orWhen}
            <Picker
              pill
              unlabelled
              label={words.moment}
              value={key}
              groups={[{ title: "", options: there ? options : [{ id: key, title: key }, ...options] }]}
              search={{ label: words.findMoment, none: words.noMoment }}
              onChange={(next) => sentence.events.includes(next) || set(index, next)}
            />
            {sentence.events.length > 1 ? (
              <Button
                look="plain"
                iconOnly
                aria-label={words.removeMoment(options.find(({ id }) => id === key)?.title ?? key)}
                onClick={() => change({ events: sentence.events.filter((other) => other !== key) })}
              >
                <X size="0.875rem" aria-hidden />
              </Button>
            ) : null}
          </Clause>
        );
      })}
      {form.says.several_events ? (
        <Clause>
          <LinkButton
            className={css.small}
            onClick={() => {
              const next = offered.find(({ key, sent }) => sent && !sentence.events.includes(key));
              if (next) change({ events: [...sentence.events, next.key] });
            }}
          >
            {words.another}
          </LinkButton>
        </Clause>
      ) : null}
    </>
  );
}

function Conditions({ form, writing }: Props) {
  const { sentence, change, check } = writing;
  const wrong = check?.problems.filter(({ field }) => field === "pattern") ?? [];
  return (
    <>
      <Clause>
        {words.in}
        <Names
          label={words.channel}
          any={words.anyChannel}
          known={form.channels}
          value={sentence.channels}
          onChange={(channels) => change({ channels })}
        />
        {words.forWhom}
        <Names
          label={words.user}
          any={words.anyUser}
          known={form.users}
          value={sentence.users}
          onChange={(users) => change({ users })}
        />
      </Clause>
      <Clause problems={wrong}>
        {words.matches}
        <Typed
          label={words.pattern}
          value={sentence.pattern}
          placeholder={words.anyText}
          wrong={wrong.length > 0}
          onChange={(pattern) => change({ pattern })}
        />
      </Clause>
    </>
  );
}

const METHODS = ["POST", "GET", "PUT", "PATCH", "DELETE"].map((id) => ({ id, title: id }));

/** To the file that does it, once there is one. */
function EditProgram({ form, writing }: Props) {
  const { hook } = writing.sentence;
  const file = form.starts[0];
  return hook === null || file === undefined ? null : (
    <LinkButton className={css.small} onClick={() => go(paths.file(hook, file))}>
      {strings.hook.editProgram}
    </LinkButton>
  );
}

function Action({ form, writing }: Props) {
  const { sentence, change, check } = writing;
  const about = (field: string) => check?.problems.filter((problem) => problem.field === field) ?? [];
  const whole = check?.problems.filter(({ field }) => field === "") ?? [];
  switch (sentence.kind) {
    case "module":
      return (
        <Clause problems={whole}>
          <code className={css.quiet}>{form.starts[0] ?? words.module}</code>
          <EditProgram form={form} writing={writing} />
        </Clause>
      );
    case "shell":
      return (
        <Clause problems={[...about("command"), ...whole]}>
          <Typed
            wide
            lines
            label={words.command}
            value={sentence.command}
            placeholder={sentence.hook === null && !sentence.entry ? words.commandEmpty : undefined}
            wrong={about("command").length > 0}
            onChange={(command) => change({ command })}
          />
          {form.starts.length > 0 ? (
            <span className={css.hint}>{words.starts(form.starts.join(", "))}</span>
          ) : null}
          <EditProgram form={form} writing={writing} />
        </Clause>
      );
    case "http":
      return (
        <Clause problems={[...about("url"), ...about("method"), ...whole]}>
          <Picker
            pill
            unlabelled
            label={words.method}
            value={sentence.method || (check?.method ?? "")}
            groups={[{ title: "", options: METHODS }]}
            onChange={(method) => change({ method })}
          />
          <Typed
            wide
            label={words.url}
            value={sentence.url}
            placeholder="https://"
            wrong={about("url").length > 0}
            onChange={(url) => change({ url })}
          />
        </Clause>
      );
    case "prompt":
      return (
        <Clause problems={[...about("content"), ...about("position"), ...whole]}>
          <Typed
            wide
            lines
            label={words.text}
            value={sentence.content}
            wrong={about("content").length > 0}
            onChange={(content) => change({ content })}
          />
          <Picker
            pill
            unlabelled
            label={words.place}
            value={sentence.position || "prepend"}
            groups={[
              {
                title: "",
                options: [
                  { id: "prepend", title: words.before },
                  { id: "append", title: words.behind },
                ],
              },
            ]}
            onChange={(position) => change({ position })}
          />
        </Clause>
      );
  }
}

/** What is said of another action stays in mind until it is saved. */
function withKind(form: SentenceForm, sentence: Sentence, kind: HandlerKind): Partial<Sentence> {
  const fit = sentence.events.filter((key) => goesWith(form, kind, key));
  const first = form.events.filter(({ key }) => goesWith(form, kind, key)).slice(0, 1);
  // What it started from is of its own kind.
  const template = kind === sentence.kind ? sentence.template : null;
  return { kind, template, events: fit.length > 0 ? fit : first.map(({ key }) => key) };
}

/** A new hook may begin with something that works; it is named after that, as long as nobody named it. */
function StartFrom({ form, writing }: Props) {
  const { sentence, change } = writing;
  if (form.templates.length === 0) return null;
  const options = form.templates.map(({ id, title, says }) => ({ id, title, hint: says }));
  const known = form.templates.map(({ id }) => id);
  const choose = (id: string) => {
    const offer = form.templates.find((other) => other.id === id);
    const name = sentence.name === "" || known.includes(sentence.name) ? (offer?.id ?? "") : sentence.name;
    if (offer) change({ template: id, name, events: [offer.event], kind: offer.kind, command: "" });
    else change({ template: null, name });
  };
  return (
    <Clause>
      {words.startFrom}
      <Picker
        pill
        unlabelled
        label={words.startFrom}
        value={sentence.template ?? ""}
        groups={[
          { title: "", options: [{ id: "", title: words.nothing, hint: words.nothingHint }, ...options] },
        ]}
        onChange={choose}
      />
      {sentence.template === null ? null : <span className={css.hint}>{words.startedFrom}</span>}
    </Clause>
  );
}

/** The hook as a sentence: every blank is picked or typed, and checked alone. */
export function Clauses({ form, writing }: Props) {
  const { sentence, change } = writing;
  const kinds = form.says.kinds.map(({ kind }) => ({
    id: kind,
    title: words.kinds[kind],
    hint: words.kindHints[kind],
  }));
  return (
    <section aria-labelledby="sentence">
      <h2 id="sentence" className={parts.group}>
        {words.does}
      </h2>
      <div className={`${parts.card} ${css.sentence}`}>
        <StartFrom form={form} writing={writing} />
        <Moments form={form} writing={writing} />
        {form.says.conditions ? <Conditions form={form} writing={writing} /> : null}
        <Clause>
          <ArrowRight
            size="1.125rem"
            strokeWidth={1.8}
            role="img"
            aria-label={words.after}
            className={css.arrow}
          />
          {kinds.length > 1 ? (
            <Picker
              pill
              unlabelled
              label={words.action}
              value={sentence.kind}
              groups={[{ title: "", options: kinds }]}
              onChange={(kind) => change(withKind(form, sentence, kind as HandlerKind))}
            />
          ) : (
            words.kinds[sentence.kind]
          )}
        </Clause>
        <Action form={form} writing={writing} />
      </div>
    </section>
  );
}
