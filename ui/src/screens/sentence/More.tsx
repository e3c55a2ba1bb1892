import { X } from "lucide-react";
import { useId } from "react";
import type { SentenceForm } from "../../backend";
import { Button, LinkButton } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import { NumberField } from "./Blank";
import css from "./sentence.module.css";
import type { Writing } from "./useSentence";
import { words } from "./words";

type Props = { form: SentenceForm; writing: Writing };

function Headers({ writing }: { writing: Writing }) {
  const { sentence, change, check } = writing;
  const set = (index: number, part: { name?: string; value?: string }) =>
    change({
      headers: sentence.headers.map((old, at) => (at === index ? { ...old, ...part } : old)),
    });
  const wrong = check?.problems.find(({ field }) => field.startsWith("header."));
  return (
    <fieldset className={css.headers}>
      <legend>{words.headers}</legend>
      {sentence.headers.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header is being typed, its place is all it has.
        <div key={index} className={css.header}>
          <input
            aria-label={words.headerName}
            autoComplete="off"
            spellCheck={false}
            value={header.name}
            onChange={({ target }) => set(index, { name: target.value })}
          />
          <input
            aria-label={words.headerValue}
            autoComplete="off"
            spellCheck={false}
            value={header.value ?? ""}
            placeholder={header.value === null ? words.headerKept : undefined}
            onChange={({ target }) => set(index, { value: target.value })}
          />
          <Button
            look="plain"
            iconOnly
            aria-label={words.removeHeader(header.name)}
            onClick={() => change({ headers: sentence.headers.filter((_, at) => at !== index) })}
          >
            <X size="0.875rem" aria-hidden />
          </Button>
        </div>
      ))}
      {wrong ? <p className={css.wrong}>{wrong.message}</p> : null}
      <LinkButton onClick={() => change({ headers: [...sentence.headers, { name: "", value: "" }] })}>
        {words.addHeader}
      </LinkButton>
    </fieldset>
  );
}

/** What few hooks need: how long, in which order, with what. */
export function More({ form, writing }: Props) {
  const { sentence, change, check } = writing;
  const id = useId();
  const about = (field: string) => check?.problems.filter((problem) => problem.field === field) ?? [];
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
          {form.says.timeout && sentence.kind !== "prompt" ? (
            <NumberField
              label={words.timeout}
              hint={words.timeoutEmpty(form.default_timeout)}
              value={sentence.timeout}
              problems={about("timeout")}
              onChange={(timeout) => change({ timeout })}
            />
          ) : null}
          {form.says.priority ? (
            <NumberField
              label={words.priority}
              hint={words.priorityHint}
              value={sentence.priority}
              problems={about("priority")}
              onChange={(priority) => change({ priority })}
            />
          ) : null}
          {form.says.bins ? (
            <div>
              <label htmlFor={`${id}-bins`}>{words.bins}</label>
              <input
                id={`${id}-bins`}
                autoComplete="off"
                spellCheck={false}
                defaultValue={sentence.bins.join(", ")}
                onChange={({ target }) =>
                  change({
                    bins: target.value
                      .split(",")
                      .map((name) => name.trim())
                      .filter((name) => name !== ""),
                  })
                }
              />
              <p className={css.hint}>{words.binsHint}</p>
            </div>
          ) : null}
          {sentence.kind === "http" ? (
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
          {sentence.kind === "http" ? <Headers writing={writing} /> : null}
        </div>
      </Disclosure>
    </div>
  );
}
