import { Check } from "lucide-react";
import { useId, useState } from "react";
import type { ReviewFile, ReviewHook, SetupItem } from "../../backend";
import { useOverview } from "../../data/queries";
import { formatBytes, showPath } from "../../format";
import { LinkButton } from "../../parts/Button";
import { Exclamation } from "../../parts/icons";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import { ActionRows } from "../hook/Does";
import css from "../hook/hook.module.css";
import { canDo, Key } from "../hook/Triggers";
import { neverSends } from "../hooks/RuntimeLine";
import own from "./review.module.css";
import { sum } from "./words";

const words = strings.review;

/** Met or not, by sign, word and colour. */
export function NeedMark({ item }: { item: SetupItem }) {
  return (
    <span
      role="img"
      aria-label={item.met ? words.met : words.missing}
      className={`${css.mark} ${item.met ? css.met : css.unmet}`}
    >
      {item.met ? <Check aria-hidden /> : <Exclamation />}
    </span>
  );
}

function Need({ item }: { item: SetupItem }) {
  return (
    <li className={own.need}>
      <NeedMark item={item} />
      <span>
        {item.title}
        <span className={css.quiet}> · {item.sentence}</span>
      </span>
    </li>
  );
}

/** Files with their sizes, one click away. */
export function FileList({ files, label }: { files: ReviewFile[]; label: string }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      {words.files(files.length, sum(files))} <span className={parts.dot} />
      <LinkButton
        aria-expanded={shown}
        aria-controls={id}
        aria-label={`${shown ? words.hide : words.show}: ${label}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? words.hide : words.show}
      </LinkButton>
      <ul id={id} className={css.filelist} hidden={!shown}>
        {files.map((file) => (
          <li key={file.goes_to}>
            <code>{file.path}</code>
            <span className={css.quiet}>{formatBytes(file.bytes)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** When one hook runs, what it runs, what it wants, where it goes. */
export function Facts({ part, files, inside }: { part: ReviewHook; files: ReviewFile[]; inside?: boolean }) {
  const { agents, machine } = useOverview();
  const never = neverSends(agents, part.hook.agent, strings.runtime.this);
  const { hook, triggers, runs, setup } = part;
  return (
    <dl className={`${inside ? "" : parts.card} ${css.facts}`}>
      <div>
        <dt>{words.when}</dt>
        <dd>
          <ul className={own.lines}>
            {triggers.map((trigger) => (
              <li key={trigger.key}>
                {/* Of a command the sentence says only that it is this one. */}
                {trigger.key.startsWith("command:") ? trigger.label : trigger.sentence}
                <span className={css.quiet}>
                  {canDo(trigger)}
                  <Key trigger={trigger} />
                </span>
                {trigger.sent ? null : <p className={css.never}>{never}</p>}
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>{words.runs}</dt>
        <dd>
          {runs.length === 0 ? (
            words.runsNothing
          ) : (
            <ul className={own.lines}>
              {runs.map((sentence) => (
                <li key={sentence}>
                  <Words text={sentence} />
                </li>
              ))}
            </ul>
          )}
        </dd>
      </div>
      {hook.action ? <ActionRows action={hook.action} /> : null}
      <div>
        <dt>{words.needs}</dt>
        <dd>
          {setup.length === 0 ? (
            words.needsNothing
          ) : (
            <ul className={own.lines}>
              {setup.map((item) => (
                <Need key={`${item.kind}:${item.names.join()}`} item={item} />
              ))}
            </ul>
          )}
        </dd>
      </div>
      <div>
        <dt>{words.goesTo}</dt>
        <dd>
          {hook.dir === null ? null : (
            <>
              <code>{showPath(hook.dir, machine.home)}</code>
              <br />
            </>
          )}
          <FileList files={files} label={words.filesOf(hook.title)} />
        </dd>
      </div>
    </dl>
  );
}
