import { ChevronRight, CircleAlert, Hammer } from "lucide-react";
import { useId, useState } from "react";
import type { PortedFile, PortView } from "../../backend";
import { Banner } from "../../parts/Banner";
import overlay from "../../parts/overlay.module.css";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import css from "./port.module.css";

const words = strings.port;

function File({ file }: { file: PortedFile }) {
  const [open, setOpen] = useState(false);
  const id = useId();
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

type Props = { plan: PortView; blockedId: string };

/** What is lost is told before what is written. */
export function PortPlan({ plan, blockedId }: Props) {
  const { lost, files, goes_to, skeleton, blocked } = plan;
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
          <Banner tone="warn" icon={<Hammer size="1rem" strokeWidth={1.8} aria-hidden />}>
            <b>{words.skeleton}</b> {words.skeletonText}
          </Banner>
        </div>
      ) : null}
      <h3 className={overlay.section}>{words.lost}</h3>
      {lost.length > 0 ? (
        <ul className={`${overlay.lines} ${css.lost}`}>
          {lost.map((sentence) => (
            <li key={sentence}>
              <p>
                <Words text={sentence} />
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.nothing}>{words.lostNothing}</p>
      )}
      <h3 className={overlay.section}>{words.files}</h3>
      <div className={css.files}>
        <p className={css.where}>
          {words.goesTo} <code>{goes_to}</code>
        </p>
        <ul>
          {files.map((file) => (
            <File key={file.path} file={file} />
          ))}
        </ul>
      </div>
      {skeleton ? null : <p className={parts.foot}>{words.startsOff}</p>}
    </>
  );
}
