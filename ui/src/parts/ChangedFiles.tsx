import { ChevronRight, type LucideIcon, Minus, Pencil, Plus } from "lucide-react";
import { useId, useState } from "react";
import type { ChangedFile, FileChange } from "../backend";
import { strings } from "../strings";
import css from "./changed-files.module.css";
import { DiffText } from "./PlanDetails";
import parts from "./parts.module.css";

const words = strings.receipt;
const LOOKS: Record<FileChange, [icon: LucideIcon, tone: string | undefined]> = {
  added: [Plus, parts.ok],
  edited: [Pencil, parts.warn],
  deleted: [Minus, parts.off],
};

function Name({ file }: { file: ChangedFile }) {
  const [Icon, tone] = LOOKS[file.change];
  return (
    <>
      <code>{file.path}</code>{" "}
      <span className={`${parts.tag} ${tone}`}>
        <Icon aria-hidden />
        {words.changes[file.change]}
      </span>
    </>
  );
}

function Row({ file, open: first }: { file: ChangedFile; open: boolean }) {
  const [open, setOpen] = useState(first);
  const id = useId();
  if (file.diff === null) {
    return (
      <li>
        <div className={css.line}>
          <span />
          <Name file={file} />
        </div>
        <p className={css.why}>{file.why_no_diff ?? words.noDiff}</p>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={css.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size="0.875rem" strokeWidth={2.4} aria-hidden />
        <Name file={file} />
      </button>
      <div id={id} hidden={!open} className={css.diff}>
        {open ? <DiffText label={words.diffOf(file.path)} diff={file.diff} /> : null}
      </div>
    </li>
  );
}

/** Files that were added, edited or deleted, each with its change a click away; so few show it at once. */
export function ChangedFiles({ files, few = 1 }: { files: ChangedFile[]; few?: number }) {
  return (
    <ul className={css.files}>
      {files.map((file) => (
        <Row key={file.path} file={file} open={files.length <= few} />
      ))}
    </ul>
  );
}
