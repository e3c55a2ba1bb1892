import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useEffect, useRef } from "react";
import { type AgentId, backend, type ConfigText } from "../../backend";
import { useAgent } from "../../data/queries";
import { BackButton } from "../../parts/BackButton";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import CodeEditor, { type EditorHandle } from "../../parts/CodeEditor";
import { Loading } from "../../parts/Loading";
import { InlineProblem, ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { goBack, paths, type TextPlace } from "../../routes";
import { strings } from "../../strings";
import css from "./ConfigEditor.module.css";
import { ConfigEditorBackups } from "./ConfigEditorBackups";
import { ConfigEditorConflict } from "./ConfigEditorConflict";
import { ConfigEditorProblems } from "./ConfigEditorProblems";
import { useConfigEditor } from "./useConfigEditor";

const words = strings.config;
const icon = { size: "1rem", strokeWidth: 1.8, "aria-hidden": true } as const;

type EditorProps = { opened: ConfigText; agentName: string; place: TextPlace | null };

function Editor({ opened, agentName, place }: EditorProps) {
  const handle = useRef<EditorHandle>(null);
  const line = place?.line ?? null;
  const column = place?.column ?? 1;
  // Who comes to fix one place begins there.
  useEffect(() => {
    if (line !== null) handle.current?.goTo({ line, column });
  }, [line, column]);
  const edit = useConfigEditor(opened, agentName, handle);
  const { base, dirty, problems, conflict } = edit;
  const readOnly = base.read_only !== null;
  const name = base.file.split(/[/\\]/).at(-1) ?? base.file;
  const idle = !dirty || edit.saving || readOnly;
  const status = dirty ? words.unsaved : base.exists ? words.saved : words.absent;
  return (
    <>
      <div className={parts.bar}>
        <h1 tabIndex={-1}>{words.title(agentName)}</h1>
        <div className={parts.barEnd}>
          {dirty ? <Button onClick={edit.revert}>{words.discard}</Button> : null}
          {/* Not `disabled`: the focus would fall out of it while it is saving. */}
          <Button
            // One prominent button: while there is a conflict, it is the way out of that.
            look={conflict?.raw_merged ? "normal" : "main"}
            className={idle ? css.idle : undefined}
            aria-disabled={idle}
            aria-keyshortcuts="Control+S Meta+S"
            title={dirty ? words.saveKeys : words.nothing}
            onClick={() => (idle ? undefined : void edit.save())}
          >
            {words.saveEllipsis}
          </Button>
        </div>
      </div>
      <p className={parts.sub}>
        <code>{base.file}</code> · <span role="status">{status}</span>
      </p>
      {readOnly ? (
        <div className={css.notice}>
          <Banner tone="off" icon={<Lock {...icon} />}>
            <b>{words.readOnly}</b> <Words text={base.read_only ?? ""} />
          </Banner>
        </div>
      ) : null}
      {conflict ? (
        <ConfigEditorConflict
          conflict={conflict}
          agentName={agentName}
          onMerge={() => edit.merge(conflict)}
          onMine={() => edit.keepMine(conflict)}
          onTheirs={() => edit.takeTheirs(conflict)}
        />
      ) : null}
      {edit.failure ? (
        <div className={css.notice}>
          <InlineProblem error={edit.failure} />
        </div>
      ) : null}
      <CodeEditor
        ref={handle}
        className={css.editor}
        text={edit.first}
        syntax={base.syntax}
        label={words.textOf(name)}
        readOnly={readOnly}
        check={(text) => backend.checkConfig(base.agent, text)}
        onProblems={edit.setProblems}
        onChange={(doc) => edit.changed(doc.toString())}
        keys={{ "Mod-s": () => (idle ? undefined : void edit.save()) }}
      />
      <p className={css.hint}>{words.keys}</p>
      <ConfigEditorProblems problems={problems} onGoTo={(problem) => handle.current?.goTo(problem)} />
      <ConfigEditorBackups agent={base.agent} dirty={dirty} />
    </>
  );
}

/** An agent's config as text. Loaded when it is needed: the first page does without an editor. */
export default function ConfigEditor({ agent, place }: { agent: AgentId; place: TextPlace | null }) {
  const view = useAgent(agent);
  const name = view?.name ?? agent;
  const { data, error, refetch } = useQuery({
    queryKey: ["config", agent],
    queryFn: () => backend.openConfig(agent),
    // Read once each time the screen opens; from then on the editor follows the file itself.
    staleTime: 0,
    gcTime: 0,
  });
  const screen = useRef<HTMLDivElement>(null);
  const ready = data !== undefined;
  const begins = place !== null;
  useEffect(() => {
    document.title = `${words.title(name)} – ${strings.app}`;
  }, [name]);
  useEffect(() => {
    if (!ready) return;
    if (!begins) document.querySelector("main")?.scrollTo({ top: 0 });
    if (!begins) screen.current?.querySelector("h1")?.focus();
  }, [ready, begins]);
  const leave = () => goBack(paths.settings(agent));
  return (
    <div ref={screen} className={css.column}>
      <BackButton label={strings.back} leave={leave} />
      {data ? <Editor opened={data} agentName={name} place={place} /> : null}
      {!data && error ? (
        <ProblemScreen
          heading="h1"
          title={words.notOpened(name)}
          error={error}
          retry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <Loading /> : null}
    </div>
  );
}
