import { FileMinus, FilePen, FilePlus } from "lucide-react";
import type { ChangedFile } from "../../backend";
import { Disclosure } from "../../parts/Disclosure";
import { Diff } from "../../parts/PlanDetails";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./review.module.css";

const words = strings.review;
const LOOKS = {
  added: { tone: parts.ok, Icon: FilePlus },
  edited: { tone: parts.warn, Icon: FilePen },
  deleted: { tone: parts.off, Icon: FileMinus },
};

function Row({ file }: { file: ChangedFile }) {
  const { tone, Icon } = LOOKS[file.change];
  return (
    <li className={css.change}>
      <div className={css.findingHead}>
        <code>{file.path}</code>
        <span className={`${parts.tag} ${tone}`}>
          <Icon aria-hidden />
          {words.change[file.change]}
        </span>
      </div>
      {file.diff === null ? (
        <p className={css.text}>{file.why_no_diff}</p>
      ) : (
        <Diff title={words.diffOf(file.path)} diff={file.diff} />
      )}
    </li>
  );
}

/** An update is its diff: that comes before everything that was known of the hook already. */
export function Changes({ files }: { files: ChangedFile[] }) {
  const shown = files.slice(0, SHOWN);
  const more = files.slice(SHOWN);
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className={parts.group}>
        {words.changes}
      </h2>
      <div className={parts.card}>
        <ul>
          {shown.map((file) => (
            <Row key={file.path} file={file} />
          ))}
        </ul>
        {more.length > 0 ? (
          <div className={css.lows}>
            <Disclosure open={words.found.more(more.length)}>
              <ul>
                {more.map((file) => (
                  <Row key={file.path} file={file} />
                ))}
              </ul>
            </Disclosure>
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** More than this is not read at one go, and would hide what comes below. */
const SHOWN = 8;
