import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide-react";
import { type FormEvent, type RefObject, useId, useState } from "react";
import { type AgentId, backend } from "../../backend";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./get.module.css";

const words = strings.get;

/** An npm name or an address; the engine says with each key what it is read as. */
function Address({ agent, field }: { agent: AgentId; field: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState("");
  const [sent, setSent] = useState(false);
  const id = useId();
  const { data: typed } = useQuery({
    queryKey: ["source", text],
    queryFn: () => backend.readSource(text),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const look = useMutation({
    mutationFn: async () => {
      // What is typed now, whatever was last read.
      const { source } = await backend.readSource(text);
      return source === null ? null : backend.lookAt(source, agent);
    },
    onSuccess: (job) => (job === null ? field.current?.focus() : go(paths.review(job))),
  });
  const wrong = typed !== undefined && typed.source === null;
  const problem = wrong && (sent || !typed.unfinished) ? typed.says : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (!look.isPending) look.mutate();
  };
  return (
    <form className={css.address} onSubmit={submit}>
      <label htmlFor={id}>{words.address}</label>
      <div className={css.addressRow}>
        <input
          ref={field}
          id={id}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={words.addressExample}
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-said`}
          onChange={({ target }) => {
            look.reset();
            setSent(false);
            setText(target.value);
          }}
        />
        <Button type="submit" aria-disabled={look.isPending || undefined}>
          {look.isPending ? words.looking : words.look}
        </Button>
      </div>
      <p id={`${id}-said`} aria-live="polite" className={problem ? css.wrong : css.said}>
        {problem ?? (wrong ? words.addressHint : (typed?.says ?? words.addressHint))}
      </p>
      {look.error ? <InlineProblem error={look.error} /> : null}
    </form>
  );
}

/** A folder or an archive of this computer, picked in the system's own dialog or dropped. */
function FromDisk({ agent }: { agent: AgentId }) {
  const pick = useMutation({
    mutationFn: (what: "folder" | "archive") =>
      what === "folder" ? backend.pickHookFolder(agent) : backend.pickArchive(agent),
    onSuccess: (job) => {
      if (job !== null) go(paths.review(job));
    },
  });
  const choose = (what: "folder" | "archive") => () => {
    if (!pick.isPending) pick.mutate(what);
  };
  return (
    <div className={css.drop}>
      <PackageOpen size="1.75rem" strokeWidth={1.5} aria-hidden />
      <div className={css.dropText}>
        <b>{words.drop}</b>
        <p>{words.dropHint}</p>
        {pick.error ? <InlineProblem error={pick.error} /> : null}
      </div>
      <div className={css.dropEnd}>
        <Button onClick={choose("folder")}>{words.chooseFolder}</Button>
        <Button onClick={choose("archive")}>{words.chooseArchive}</Button>
      </div>
    </div>
  );
}

type Props = { agent: AgentId; field: RefObject<HTMLInputElement | null> };

/** Hooks that do not come with Tacklebox. Nothing is installed from here: it leads to their review. */
export function Elsewhere({ agent, field }: Props) {
  return (
    <section aria-labelledby="elsewhere">
      <h2 id="elsewhere" className={parts.group}>
        {words.elsewhere}
      </h2>
      <FromDisk agent={agent} />
      <Address agent={agent} field={field} />
    </section>
  );
}
