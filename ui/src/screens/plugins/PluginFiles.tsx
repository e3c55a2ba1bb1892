import type { PluginDetail } from "../../backend";
import { formatBytes } from "../../format";
import { LinkButton } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import hook from "../hook/hook.module.css";
import { ReceiptRows } from "../hook/ReceiptRows";
import { SeverityTag } from "../review/Findings";
import { isIgnored } from "./Listens";
import css from "./plugins.module.css";
import { words } from "./words";

/** What is on the disk, from where it came, and what stands out in it. */
export function PluginFiles({ detail }: { detail: PluginDetail }) {
  const { plugin, folder, files, receipt } = detail;
  const unread = plugin.notes.filter((note) => !isIgnored(note));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <section aria-labelledby="files">
      <h2 id="files" className={parts.group}>
        {words.files}
      </h2>
      <dl className={`${parts.card} ${hook.facts}`}>
        <div>
          <dt>{words.folder}</dt>
          <dd>
            <code>{folder}</code>
          </dd>
        </div>
        {receipt ? (
          <ReceiptRows receipt={receipt} />
        ) : (
          <div>
            <dt>{strings.receipt.from}</dt>
            <dd>{strings.hook.notByUs}</dd>
          </div>
        )}
        {files.length === 0 ? null : (
          <div>
            <dt>{strings.hook.filesRow}</dt>
            <dd>
              <Disclosure open={strings.hook.filesSum(files.length, bytes)}>
                <ul className={hook.filelist}>
                  {files.map((file) => (
                    <li key={file.path}>
                      <LinkButton onClick={() => go(paths.file(plugin.hook_id, file.path))}>
                        <code>{file.path}</code>
                      </LinkButton>
                      <span className={hook.quiet}>{formatBytes(file.bytes)}</span>
                    </li>
                  ))}
                </ul>
              </Disclosure>
            </dd>
          </div>
        )}
        <div>
          <dt>{strings.hook.findings}</dt>
          <dd>
            {plugin.findings.length === 0 ? (
              strings.hook.noFindings
            ) : (
              <ul className={hook.findings}>
                {plugin.findings.map(({ rule, severity, file, line, why, excerpt }) => (
                  <li key={`${rule}:${file}:${line}:${why}`}>
                    <SeverityTag severity={severity} />{" "}
                    <code className={hook.quiet}>{strings.hook.at(file, line)}</code>
                    <p>
                      <Words text={why} />
                    </p>
                    {excerpt ? <pre>{excerpt}</pre> : null}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
        {unread.length === 0 ? null : (
          <div>
            <dt>{strings.hook.unread}</dt>
            <dd className={css.notes}>
              {unread.map(({ sentence }) => (
                <p key={sentence}>
                  <Words text={sentence} />
                </p>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
