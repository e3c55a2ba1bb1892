import { useState } from "react";
import { formatBytes } from "../../format";
import { Button } from "../../parts/Button";
import { CopyButton } from "../../parts/Copy";
import { strings } from "../../strings";
import css from "./try.module.css";

/** What is shown at once; the engine keeps up to a mebibyte of each stream. */
const AT_ONCE = 50_000;
/** Lines that are laid out together: only blocks in view are. */
const BLOCK = 200;

/** Blocks of lines, so that a view has to lay out only those that are seen. */
function blocks(text: string): string[] {
  const lines = text.replace(/\n$/, "").split("\n");
  const all: string[] = [];
  for (let at = 0; at < lines.length; at += BLOCK) all.push(lines.slice(at, at + BLOCK).join("\n"));
  return all;
}

/** What a hook wrote: selectable, to be copied, in a box that scrolls. */
export function Output({ label, text }: { label: string; text: string }) {
  const [whole, setWhole] = useState(false);
  const shown = whole || text.length <= AT_ONCE ? text : text.slice(0, AT_ONCE);
  return (
    <section>
      <div className={css.partHead}>
        <h3>{label}</h3>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre className={css.output} tabIndex={0} role="group" aria-label={label}>
        {blocks(shown).map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: output only grows at its end.
          <div key={index} className={css.block}>
            {block}
          </div>
        ))}
      </pre>
      {shown.length < text.length ? (
        <Button className={css.more} onClick={() => setWhole(true)}>
          {strings.try.showAll(formatBytes(text.length))}
        </Button>
      ) : null}
    </section>
  );
}
