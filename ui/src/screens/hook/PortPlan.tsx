import { ChevronRight, CircleAlert, Wrench } from "lucide-react";
import { useId, useState } from "react";
import type { PortFile, PortView } from "../../backend";
import { Banner } from "../../parts/Banner";
import overlay from "../../parts/overlay.module.css";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./port.module.css";

const words = strings.port;

function File({ file }: { file: PortFile }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (file.text === null) {
    return (
      <li className={css.asIs}>
        <code>{file.path}</code> <span>{words.asIs}</span>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={css.file}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size="0.875rem" strokeWidth={2.4} aria-hidden />
        <code>{file.path}</code>
      </button>
      <div id={id} hidden={!open} className={css.text}>
        {open ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          <pre tabIndex={0} role="group" aria-label={words.preview(file.path)}>
            {file.text}
          </pre>
        ) : null}
      </div>
    </li>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: string[] }) {
  if (sentences.length === 0) return null;
  return (
    <>
      <h3 className={overlay.section}>{title}</h3>
      <ul className={`${overlay.lines} ${css.sentences}`}>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <p>
              <Words text={sentence} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Files({ files, goesTo }: { files: PortFile[]; goesTo: string }) {
  return (
    <>
      <h3 className={overlay.section}>{words.files}</h3>
      <div className={css.files}>
        <p className={css.where}>
          {words.goesTo} <code>{goesTo}</code>
        </p>
        <ul>
          {files.map((file) => (
            <File key={file.path} file={file} />
          ))}
        </ul>
      </div>
    </>
  );
}

type Props = { plan: PortView; blockedId: string };

/** What is lost is told before what is written. */
export function PortPlan({ plan, blockedId }: Props) {
  const { lost, changed, notes, steps, files, goes_to, skeleton, blocked } = plan;
  return (
    <>
      {blocked === null ? null : (
        <div id={blockedId} role="alert" className={`${overlay.after} ${parts.problem} ${parts.warn}`}>
          <CircleAlert aria-hidden />
          <div>
            <Words text={blocked} />
          </div>
        </div>
      )}
      {skeleton ? (
        <div className={css.skeleton}>
          <Banner tone="warn" icon={<Wrench size="1rem" strokeWidth={1.8} aria-hidden />}>
            <b>{words.skeleton}</b> {words.skeletonText}
          </Banner>
        </div>
      ) : null}
      {lost.length > 0 || blocked !== null ? (
        <Sentences title={words.lost} sentences={lost} />
      ) : (
        <>
          <h3 className={overlay.section}>{words.lost}</h3>
          <p className={css.nothing}>{words.lostNothing}</p>
        </>
      )}
      <Sentences title={words.changed} sentences={changed} />
      {files.length > 0 ? <Files files={files} goesTo={goes_to} /> : null}
      <Sentences title={strings.plan.steps} sentences={steps} />
      <Sentences title={words.notes} sentences={notes.map(({ sentence }) => sentence)} />
      {skeleton || blocked !== null ? null : <p className={parts.foot}>{words.startsOff}</p>}
    </>
  );
}
