import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AgentId, backend, type ContextText, EngineError } from "../../backend";
import { kept, useUnsaved } from "../../data/unsaved";
import { Button } from "../../parts/Button";
import { Loading } from "../../parts/Loading";
import overlay from "../../parts/overlay.module.css";
import { InlineProblem } from "../../parts/Problem";
import { strings } from "../../strings";
import { useSettingsActions } from "./actions";
import { Sheet } from "./Sheet";
import css from "./settings.module.css";

const words = strings.settings;

type Props = { agent: AgentId; name: string; onClose: () => void };

/** The text of one context file. Read when it opens, and compared when it is saved. */
export function ContextSheet({ agent, name, onClose }: Props) {
  const draft = `context ${agent} ${name}`;
  const [text, setDraft] = useState<string | null>(() => kept.get(draft));
  useUnsaved(text === null ? null : strings.unsaved.file(name));
  const setText = (next: string | null) => {
    setDraft(next);
    kept.set(draft, next);
  };
  const leave = () => {
    kept.set(draft, null);
    onClose();
  };
  const file = useQuery({
    queryKey: ["context", agent, name],
    queryFn: () => backend.contextFile(agent, name),
    // What was read for an earlier sheet is old.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { saveContextFile } = useSettingsActions(agent);
  const save = useMutation({
    mutationFn: (from: ContextText) => saveContextFile(name, text ?? from.text, from.stamp),
    onSuccess: leave,
  });
  const meanwhile = save.error instanceof EngineError && save.error.code === "changed-meanwhile";
  const reread = async () => {
    const { data } = await file.refetch();
    save.reset();
    return data;
  };
  const shown = text ?? file.data?.text ?? "";
  const { data } = file;
  return (
    <Sheet title={name} dirty={text !== null} onClose={leave}>
      {data ? (
        <>
          <p className={css.text}>{data.purpose}</p>
          <textarea
            className={css.area}
            aria-label={words.text}
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the one field of a dialog that was just opened.
            autoFocus
            value={shown}
            onChange={(event) => setText(event.target.value)}
          />
          <p className={css.small}>
            <code>{data.path}</code>
          </p>
        </>
      ) : null}
      {file.isPending ? <Loading /> : null}
      {file.error ? <InlineProblem error={file.error} /> : null}
      {save.error ? (
        <div className={css.problem}>
          <InlineProblem error={save.error} />
        </div>
      ) : null}
      <div className={overlay.ends}>
        {data?.starter && shown.trim() === "" ? (
          <Button onClick={() => setText(data.starter)}>{words.starter}</Button>
        ) : null}
        {meanwhile ? (
          <Button onClick={() => void reread().then((read) => read && setText(null))}>{words.theirs}</Button>
        ) : null}
        <Button onClick={leave}>{strings.cancel}</Button>
        {meanwhile ? (
          <Button onClick={() => void reread().then((read) => read && save.mutate(read))}>
            {words.mine}
          </Button>
        ) : (
          <Button
            look="main"
            aria-disabled={text === null || save.isPending}
            onClick={() => data && text !== null && !save.isPending && save.mutate(data)}
          >
            {strings.hook.save}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
