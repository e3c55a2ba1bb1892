import { useState } from "react";
import type { Finding, HookDetail } from "../../backend";
import { useOverview } from "../../data/queries";
import { formatBytes, showPath } from "../../format";
import { LinkButton } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import parts from "../../parts/parts.module.css";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { Changed } from "./Changed";
import css from "./hook.module.css";
import { OpenLink } from "./OpenLink";
import { INCLUDED, ReceiptRows } from "./ReceiptRows";

const words = strings.hook;
const TONE = { low: parts.off, medium: parts.warn, high: parts.bad };

function FileList({ detail }: { detail: HookDetail }) {
  const { files, receipt } = detail;
  const [shown, setShown] = useState(false);
  const [hashed, setHashed] = useState(false);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const hashes = receipt?.files ?? [];
  return (
    <>
      {words.filesSum(files.length, bytes)}
      {receipt && receipt.changed.length === 0 ? (
        <>
          {" "}
          <span className={parts.dot} />
          {words.unchanged}
        </>
      ) : null}{" "}
      <span className={parts.dot} />
      <LinkButton aria-expanded={shown} aria-controls="files-list" onClick={() => setShown(!shown)}>
        {shown ? words.hide : words.show}
      </LinkButton>
      {hashes.length === 0 ? null : (
        <>
          {" "}
          <span className={parts.dot} />
          <LinkButton aria-expanded={hashed} aria-controls="files-hashes" onClick={() => setHashed(!hashed)}>
            {hashed ? strings.receipt.hideHashes : strings.receipt.showHashes}
          </LinkButton>
        </>
      )}
      <ul id="files-list" className={css.filelist} hidden={!shown}>
        {files.map((file) => (
          <li key={file.path}>
            <LinkButton onClick={() => go(paths.file(detail.hook.id, file.path))}>
              <code>{file.path}</code>
            </LinkButton>
            <span className={css.quiet}>{formatBytes(file.bytes)}</span>
          </li>
        ))}
      </ul>
      <div id="files-hashes" hidden={!hashed} className={css.hashes}>
        <p className={css.quiet}>{strings.receipt.hashes}</p>
        <ul>
          {hashes.map(({ path, sha256 }) => (
            <li key={path}>
              <code>{path}</code>
              <code className={css.hash}>{sha256}</code>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function FindingView({ finding }: { finding: Finding }) {
  return (
    <li>
      <span className={`${parts.tag} ${TONE[finding.severity]}`}>{words.severity[finding.severity]}</span>{" "}
      <span className={css.quiet}>
        <code>{words.at(finding.file, finding.line)}</code>
      </span>
      <p>{finding.why}</p>
      {finding.excerpt ? <pre>{finding.excerpt}</pre> : null}
    </li>
  );
}

const FindingList = ({ findings }: { findings: Finding[] }) => (
  <ul className={css.findings}>
    {findings.map((finding) => (
      <FindingView key={`${finding.rule}:${finding.file}:${finding.line}:${finding.why}`} finding={finding} />
    ))}
  </ul>
);

/** What stands out; the notes of a hook of ours, as it came, are folded to their number. */
function FindingsRow({ detail: { findings, unread, receipt } }: { detail: HookDetail }) {
  const own = receipt?.source === INCLUDED && receipt.changed.length === 0;
  const folded = own ? findings.filter(({ severity }) => severity === "low") : [];
  const shown = findings.filter((finding) => !folded.includes(finding));
  return (
    <div>
      <dt>{words.findings}</dt>
      <dd>
        {findings.length > 0 ? null : unread.length === 0 ? words.noFindings : words.noFindingsRead}
        {shown.length > 0 ? <FindingList findings={shown} /> : null}
        {folded.length > 0 ? (
          <Disclosure open={strings.review.lows(folded.length)}>
            <FindingList findings={folded} />
          </Disclosure>
        ) : null}
      </dd>
    </div>
  );
}

/** What is on the disk, from where it came, and what stands out in it. */
export function Files({ detail }: { detail: HookDetail }) {
  const { hook, files, receipt, unread } = detail;
  const { machine } = useOverview();
  return (
    <section aria-labelledby="files">
      <h2 id="files" className={parts.group}>
        {words.files}
      </h2>
      {receipt && receipt.changed.length > 0 ? <Changed detail={detail} receipt={receipt} /> : null}
      <dl className={`${parts.card} ${css.facts}`}>
        {hook.dir === null ? null : (
          <div>
            <dt>{words.folder}</dt>
            <dd>
              <code>{showPath(hook.dir, machine.home)}</code>
            </dd>
          </div>
        )}
        {receipt ? (
          <ReceiptRows receipt={receipt} />
        ) : hook.source === "managed" ? (
          <div>
            <dt>{strings.receipt.from}</dt>
            <dd>{words.notByUs}</dd>
          </div>
        ) : null}
        {files.length === 0 ? null : (
          <div>
            <dt>{words.filesRow}</dt>
            <dd>
              <FileList detail={detail} />
            </dd>
          </div>
        )}
        {hook.homepage ? (
          <div>
            <dt>{words.homepage}</dt>
            <dd>
              <OpenLink url={hook.homepage}>{hook.homepage}</OpenLink>
            </dd>
          </div>
        ) : null}
        <FindingsRow detail={detail} />
        {unread.length === 0 ? null : (
          <div>
            <dt>{words.unread}</dt>
            <dd>
              <ul className={css.findings}>
                {unread.map(({ file, why }) => (
                  <li key={file}>
                    <code>{file}</code> {why}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
