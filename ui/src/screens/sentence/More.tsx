import { X } from "lucide-react";
import { useId } from "react";
import type { Problem, SentenceForm } from "../../backend";
import { Button, LinkButton } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import { go, paths } from "../../routes";
import { NumberField, named } from "./Blank";
import css from "./sentence.module.css";
import type { Writing } from "./useSentence";
import { more, words } from "./words";

type Props = { form: SentenceForm; writing: Writing };

/** Where those say it that can say it at all. */
const MANIFEST = "HOOK.md";

const PAIRS = {
  headers: {
    title: words.headers,
    name: words.headerName,
    value: words.headerValue,
    add: words.addHeader,
    remove: words.removeHeader,
    field: "header.",
  },
  env: {
    title: more.env,
    name: more.envName,
    value: more.envValue,
    add: more.addEnv,
    remove: more.removeEnv,
    field: "env.",
  },
};

/** Names with values, of which a secret one that is saved is never shown. */
function Pairs({ writing, of }: { writing: Writing; of: keyof typeof PAIRS }) {
  const { sentence, change, check } = writing;
  const says = PAIRS[of];
  const list = sentence[of];
  const put = (next: typeof list) => change({ [of]: next });
  const set = (index: number, part: { name?: string; value?: string }) =>
    put(list.map((old, at) => (at === index ? { ...old, ...part } : old)));
  const wrong = check?.problems.find(({ field }) => field.startsWith(says.field));
  return (
    <fieldset className={css.headers}>
      <legend>{says.title}</legend>
      {list.map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name is being typed, its place is all it has.
        <div key={index} className={css.header}>
          <input
            aria-label={says.name}
            autoComplete="off"
            spellCheck={false}
            value={pair.name}
            onChange={({ target }) => set(index, { name: target.value })}
          />
          <input
            aria-label={says.value}
            autoComplete="off"
            spellCheck={false}
            value={pair.value ?? ""}
            placeholder={pair.value === null ? words.headerKept : undefined}
            onChange={({ target }) => set(index, { value: target.value })}
          />
          <Button
            look="plain"
            iconOnly
            aria-label={says.remove(pair.name)}
            onClick={() => put(list.filter((_, at) => at !== index))}
          >
            <X size="0.875rem" aria-hidden />
          </Button>
        </div>
      ))}
      {wrong ? <p className={css.wrong}>{wrong.message}</p> : null}
      <LinkButton onClick={() => put([...list, { name: "", value: "" }])}>{says.add}</LinkButton>
    </fieldset>
  );
}

type FieldProps = {
  label: string;
  hint?: string;
  value: string;
  problems: Problem[];
  onChange: (typed: string) => void;
};

function TextField({ label, hint, value, problems, onChange }: FieldProps) {
  const id = useId();
  const below = problems[0]?.message ?? hint;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        defaultValue={value}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={below ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.value.trim())}
      />
      {below ? (
        <p id={`${id}-hint`} className={problems.length > 0 ? css.wrong : css.hint}>
          {below}
        </p>
      ) : null}
    </div>
  );
}

/** What has to be there before it runs, each as names with commas between them. */
const NEEDS = [
  { key: "bins", field: "bins", label: words.bins, hint: words.binsHint },
  { key: "any_bins", field: "any_bins", label: more.anyBins, hint: more.anyBinsHint },
  { key: "needs_env", field: "env", label: more.needsEnv, hint: more.needsEnvHint },
  { key: "config", field: "config", label: more.config, hint: more.configHint },
  { key: "os", field: "os", label: more.os, hint: more.osHint },
] as const;

function Needs({ form, writing, about }: Props & { about: (field: string) => Problem[] }) {
  const { sentence, change } = writing;
  const id = useId();
  if (!form.says.bins) return null;
  return (
    <fieldset className={css.group}>
      <legend>{more.needs}</legend>
      <div className={css.fields}>
        {NEEDS.filter(({ key }) => key === "bins" || form.says.needs).map(({ key, field, label, hint }) => (
          <TextField
            key={key}
            label={label}
            hint={hint}
            value={sentence[key].join(", ")}
            problems={about(field)}
            onChange={(typed) => change({ [key]: named(typed) })}
          />
        ))}
      </div>
      {form.says.module ? (
        <label className={css.check}>
          <input
            type="checkbox"
            checked={sentence.always}
            aria-describedby={`${id}-always`}
            onChange={({ target }) => change({ always: target.checked })}
          />
          <span>
            {more.always}
            <small id={`${id}-always`}>{more.alwaysHint}</small>
          </span>
        </label>
      ) : null}
    </fieldset>
  );
}

/** What a person who fills in a variable is told of it. */
function Notes({ form, writing, about }: Props & { about: (field: string) => Problem[] }) {
  const { sentence, change } = writing;
  const names = [...new Set([...sentence.needs_env, ...sentence.keys.map(({ name }) => name)])];
  if (!form.says.keys) return null;
  return names.map((name) => {
    const said = sentence.keys.find((key) => key.name === name) ?? { name, purpose: "", get: "", rights: "" };
    const put = (part: Partial<typeof said>) => {
      const next = { ...said, ...part };
      const others = sentence.keys.filter((key) => key.name !== name);
      const empty = next.purpose + next.get + next.rights === "";
      change({ keys: empty ? others : [...others, next] });
    };
    return (
      <fieldset key={name} className={css.group}>
        <legend>
          <code>{name}</code>
        </legend>
        <div className={css.fields}>
          <TextField
            label={more.keyFor}
            value={said.purpose}
            problems={about(`keys.${name}.for`)}
            onChange={(purpose) => put({ purpose })}
          />
          <TextField
            label={more.keyGet}
            hint={more.homepageHint}
            value={said.get}
            problems={about(`keys.${name}.get`)}
            onChange={(get) => put({ get })}
          />
          <TextField
            label={more.keyRights}
            value={said.rights}
            problems={about(`keys.${name}.rights`)}
            onChange={(rights) => put({ rights })}
          />
        </div>
      </fieldset>
    );
  });
}

/** How its programs come here is a list of its own, and is said in the file. */
function Install({ form, writing }: Props) {
  const { hook } = writing.sentence;
  if (!form.says.keys) return null;
  return (
    <p className={css.hint}>
      {more.install}{" "}
      {hook === null ? null : (
        <LinkButton onClick={() => go(paths.file(hook, MANIFEST))}>{more.openFile(MANIFEST)}</LinkButton>
      )}
    </p>
  );
}

/** What few hooks need: what it is, how long it may take, in which order, with what. */
export function More({ form, writing }: Props) {
  const { sentence, change, check } = writing;
  const { says } = form;
  const does = says.kinds.find(({ kind }) => kind === sentence.kind);
  const id = useId();
  const about = (field: string) => check?.problems.filter((problem) => problem.field === field) ?? [];
  const text = (
    key: "emoji" | "homepage" | "version" | "workdir" | "hook_key" | "export",
    label: string,
    hint: string,
  ) => (
    <TextField
      label={label}
      hint={hint}
      value={sentence[key]}
      problems={about(key)}
      onChange={(typed) => change({ [key]: typed })}
    />
  );
  return (
    <div className={css.more}>
      <Disclosure open={words.more}>
        <div className={css.fields}>
          <div className={css.full}>
            <label htmlFor={`${id}-about`}>{words.description}</label>
            <input
              id={`${id}-about`}
              value={sentence.description}
              onChange={({ target }) => change({ description: target.value })}
            />
            {about("description").map(({ message }) => (
              <p key={message} className={css.wrong}>
                {message}
              </p>
            ))}
          </div>
          {says.about ? text("emoji", more.emoji, more.emojiHint) : null}
          {says.about ? text("homepage", more.homepage, more.homepageHint) : null}
          {says.version ? text("version", more.version, more.versionHint) : null}
          {does?.timeout ? (
            <NumberField
              label={words.timeout}
              hint={words.timeoutEmpty(form.default_timeout)}
              value={sentence.timeout}
              problems={about("timeout")}
              onChange={(timeout) => change({ timeout })}
            />
          ) : null}
          {says.priority ? (
            <NumberField
              label={words.priority}
              hint={says.unordered ?? words.priorityHint}
              value={sentence.priority}
              problems={about("priority")}
              onChange={(priority) => change({ priority })}
            />
          ) : null}
          {does?.workdir ? text("workdir", more.workdir, more.workdirHint) : null}
          {says.module ? text("export", more.export, more.exportHint) : null}
          {says.module ? text("hook_key", more.hookKey, more.hookKeyHint) : null}
          {does?.request ? (
            <div className={css.full}>
              <label htmlFor={`${id}-body`}>{words.body}</label>
              <textarea
                id={`${id}-body`}
                rows={3}
                placeholder={words.bodyEmpty}
                spellCheck={false}
                value={sentence.body}
                onChange={({ target }) => change({ body: target.value })}
              />
            </div>
          ) : null}
          {does?.request ? <Pairs writing={writing} of="headers" /> : null}
          {says.env ? <Pairs writing={writing} of="env" /> : null}
        </div>
        <Needs form={form} writing={writing} about={about} />
        <Notes form={form} writing={writing} about={about} />
        <Install form={form} writing={writing} />
      </Disclosure>
    </div>
  );
}
