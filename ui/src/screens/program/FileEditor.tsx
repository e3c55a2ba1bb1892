import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { backend, EngineError, type FileText, type TextProblem } from "../../backend";
import { confirmed, done } from "../../data/actions";
import { useAskToLeave } from "../../data/ask-to-leave";
import { listen } from "../../data/listen";
import { kept, useUnsaved } from "../../data/unsaved";
import { BackButton } from "../../parts/BackButton";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import CodeEditor, { type EditorHandle } from "../../parts/CodeEditor";
import { Loading } from "../../parts/Loading";
import { InlineProblem, ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { goBack, paths } from "../../routes";
import { strings } from "../../strings";
import sentence from "../sentence/sentence.module.css";
import css from "../settings/ConfigEditor.module.css";
import { ConfigEditorProblems } from "../settings/ConfigEditorProblems";
import { TryFile, useMoments } from "./TryFile";

const config = strings.config;
const words = strings.file;

type Draft = { stamp: string; text: string };

/** What is typed lives in the editor; a draft of it survives a page that ends. */
function useFile(id: string, opened: FileText) {
  const client = useQueryClient();
  const editor = useRef<EditorHandle>(null);
  const name = `file ${id} ${opened.file}`;
  const [base, setBase] = useState(opened);
  const [start] = useState<Draft>(() => {
    const draft = kept.get(name);
    return draft === null ? { stamp: opened.stamp, text: opened.raw } : (JSON.parse(draft) as Draft);
  });
  const [dirty, setDirty] = useState(start.text !== opened.raw);
  const [problems, setProblems] = useState<TextProblem[]>(opened.problems);
  const [failure, setFailure] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  // What the editor's events see: the text that is compared with is the one of now.
  const now = useRef({ ...start, raw: opened.raw });

  function adopt(next: FileText, text: string) {
    now.current = { stamp: next.stamp, text, raw: next.raw };
    kept.set(name, text === next.raw ? null : JSON.stringify({ stamp: next.stamp, text }));
    setBase(next);
    setDirty(text !== next.raw);
    setFailure(null);
    if (editor.current && editor.current.text() !== text) editor.current.replace(text);
  }
  function changed(text: string) {
    now.current = { ...now.current, text };
    const { stamp, raw } = now.current;
    kept.set(name, text === raw ? null : JSON.stringify({ stamp, text }));
    setDirty(text !== raw);
    setFailure(null);
  }
  /** Nothing is typed over, and what is said to be on the disk is. */
  const look = useRef(async () => {});
  useEffect(() => {
    look.current = async () => {
      const fresh = await backend.openFile(id, base.file);
      const { stamp, text, raw } = now.current;
      if (fresh.stamp !== stamp && text === raw) adopt(fresh, fresh.raw);
    };
  });
  useEffect(
    () =>
      listen(
        "What others write into this file does not show:",
        backend.onInventoryChanged(({ agent: { agent } }) => {
          // What is gone is said where it is saved.
          if (id.startsWith(`${agent}/`)) void look.current().catch(() => {});
        }),
      ),
    [id],
  );
  const reread = async (mine: boolean) => {
    try {
      const fresh = await backend.openFile(id, base.file);
      adopt(fresh, mine ? now.current.text : fresh.raw);
    } catch (error) {
      setFailure(error);
    }
  };
  async function save() {
    const { stamp, text } = now.current;
    setSaving(true);
    setFailure(null);
    try {
      const send = (sure: boolean) => backend.saveFile(id, base.file, text, stamp, sure);
      const saved = await confirmed(send, strings.hook.save);
      if (saved) {
        const fresh = await backend.openFile(id, base.file);
        // What was typed while it was being saved stays, as a change of what is there now.
        const later = now.current.text;
        adopt(fresh, later === text ? fresh.raw : later);
        const again = async () => (await confirmed(send, strings.hook.save))?.change ?? null;
        await done(client, saved.change, null, again);
      }
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
      editor.current?.focus();
    }
  }
  return { editor, base, start, dirty, problems, setProblems, failure, saving, changed, reread, save, adopt };
}

type EditorProps = { id: string; opened: FileText; line: number | null };

function Editor({ id, opened, line }: EditorProps) {
  const file = useFile(id, opened);
  const { editor, base, dirty, failure } = file;
  const { agent, moments } = useMoments(id);
  const beside = agent !== null && moments.length > 0;
  useEffect(() => {
    if (line !== null) editor.current?.goTo({ line, column: 1 });
  }, [line, editor]);
  useUnsaved(dirty ? strings.unsaved.file(base.file) : null);
  useAskToLeave({ dirty, saving: file.saving }, config, (left) => {
    if (left) kept.set(`file ${id} ${base.file}`, null);
    else editor.current?.focus();
  });
  const readOnly = base.read_only !== null;
  const idle = !dirty || file.saving || readOnly;
  const meanwhile = failure instanceof EngineError && failure.code === "changed-meanwhile";
  return (
    <>
      <div className={parts.bar}>
        <h1 tabIndex={-1}>{base.file}</h1>
        <div className={parts.barEnd}>
          {dirty ? <Button onClick={() => file.adopt(base, base.raw)}>{config.discard}</Button> : null}
          <Button
            look="main"
            className={idle ? css.idle : undefined}
            aria-disabled={idle}
            aria-keyshortcuts="Control+S Meta+S"
            title={dirty ? config.saveKeys : config.nothing}
            onClick={() => (idle ? undefined : void file.save())}
          >
            {config.saveEllipsis}
          </Button>
        </div>
      </div>
      <p className={parts.sub}>
        <code>{base.path}</code> · <span role="status">{dirty ? config.unsaved : config.saved}</span>
      </p>
      {readOnly ? (
        <div className={css.notice}>
          <Banner tone="off" icon={<Lock size="1rem" strokeWidth={1.8} aria-hidden />}>
            <b>{words.readOnly}</b> <Words text={base.read_only ?? ""} />
          </Banner>
        </div>
      ) : null}
      {meanwhile ? (
        <div className={css.notice}>
          <Banner
            tone="warn"
            icon={<Lock size="1rem" strokeWidth={1.8} aria-hidden />}
            end={
              <>
                <Button onClick={() => void file.reread(false)}>{words.theirs}</Button>
                <Button onClick={() => void file.reread(true)}>{words.mine}</Button>
              </>
            }
          >
            {words.meanwhile}
          </Banner>
        </div>
      ) : failure ? (
        <div className={css.notice}>
          <InlineProblem error={failure} />
        </div>
      ) : null}
      <div className={beside ? sentence.two : undefined}>
        <div>
          <CodeEditor
            ref={editor}
            className={css.editor}
            text={file.start.text}
            syntax={base.language}
            label={config.textOf(base.file)}
            readOnly={readOnly}
            check={(text) => backend.checkFile(id, base.file, text)}
            onProblems={file.setProblems}
            onChange={(doc) => file.changed(doc.toString())}
            keys={{
              "Mod-s": () => (idle ? undefined : void file.save()),
              "Mod-Enter": () => document.querySelector<HTMLButtonElement>("[data-try-file]")?.click(),
            }}
          />
          <p className={css.hint}>{config.keys}</p>
          <ConfigEditorProblems
            problems={file.problems}
            errorHint={words.errorHint}
            onGoTo={(problem) => editor.current?.goTo(problem)}
          />
        </div>
        {beside ? (
          <TryFile
            agent={agent}
            id={id}
            moments={moments}
            file={base.file}
            text={() => editor.current?.text() ?? base.raw}
          />
        ) : null}
      </div>
    </>
  );
}

type Props = { id: string; file: string; line: number | null };

/** A file of a hook as text: its program or its manifest. Loaded when it is needed. */
export default function FileEditor({ id, file, line }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ["file", id, file],
    queryFn: () => backend.openFile(id, file),
    staleTime: 0,
    gcTime: 0,
  });
  const screen = useRef<HTMLDivElement>(null);
  const ready = data !== undefined;
  useEffect(() => {
    document.title = `${file} – ${strings.app}`;
  }, [file]);
  useEffect(() => {
    if (!ready || line !== null) return;
    document.querySelector("main")?.scrollTo({ top: 0 });
    screen.current?.querySelector("h1")?.focus();
  }, [ready, line]);
  const leave = () => goBack(paths.installed(id));
  return (
    <div ref={screen} className={css.column}>
      <BackButton label={strings.back} leave={leave} />
      {data ? <Editor id={id} opened={data} line={line} /> : null}
      {!data && error ? (
        <ProblemScreen
          heading="h1"
          title={words.notOpened(file)}
          error={error}
          retry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <Loading /> : null}
    </div>
  );
}
