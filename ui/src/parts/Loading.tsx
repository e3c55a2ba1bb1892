import { useEffect, useState } from "react";
import { strings } from "../strings";
import css from "./parts.module.css";

/** Most answers come at once; only a slow one is worth a word. */
const WORTH_A_WORD_MS = 300;

export function Loading({ text = strings.loading }: { text?: string }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), WORTH_A_WORD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css.empty} role="status">
      {slow ? <p>{text}</p> : null}
    </div>
  );
}
