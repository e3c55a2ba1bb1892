import { useEffect, useState } from "react";
import { strings } from "../strings";
import { Button } from "./Button";
import { tellError } from "./dialogs";
import css from "./parts.module.css";

/** Says "Copied" for a moment in its own place; the width stays. */
export function CopyButton({ text, label = strings.copy }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      (error) => tellError(error, strings.errors.copy),
    );
  return (
    <Button onClick={copy}>
      <span aria-live="polite">{copied ? strings.copied : label}</span>
    </Button>
  );
}

/** Technical text, selectable and copyable. */
export function Technical({ text }: { text: string }) {
  return (
    <div className={css.technical}>
      <pre>{text}</pre>
      <CopyButton text={text} />
    </div>
  );
}
