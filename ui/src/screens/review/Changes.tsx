import type { ChangedFile } from "../../backend";
import { ChangedFiles } from "../../parts/ChangedFiles";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";

/** An update is its diff: that comes before everything that was known of the hook already. */
export function Changes({ files }: { files: ChangedFile[] }) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className={parts.group}>
        {strings.review.changes}
      </h2>
      <div className={parts.card}>
        <ChangedFiles files={files} few={4} />
      </div>
    </section>
  );
}
