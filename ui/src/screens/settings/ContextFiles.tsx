import { useState } from "react";
import type { SettingsView } from "../../backend";
import { Button } from "../../parts/Button";
import { strings } from "../../strings";
import { ContextSheet } from "./ContextSheet";
import { Group } from "./Group";
import css from "./settings.module.css";

const words = strings.settings;

/** Files that an agent hands to the model, with what each is for. */
export function ContextFiles({ view }: { view: SettingsView }) {
  const [open, setOpen] = useState<string | null>(null);
  if (view.context_files.length === 0) return null;
  return (
    <Group title={words.context} foot={words.contextFoot(view.name)}>
      {view.context_files.map((file) => (
        <li key={file.name}>
          <div>
            <div className={css.name}>{file.name}</div>
            <p className={css.text}>{file.purpose}</p>
            <p className={css.small}>
              <code>{file.path}</code> · {file.status}
            </p>
          </div>
          <div className={css.end}>
            <Button aria-label={words.editLabel(file.name)} onClick={() => setOpen(file.name)}>
              {words.edit}
            </Button>
          </div>
        </li>
      ))}
      {open ? <ContextSheet agent={view.agent} name={open} onClose={() => setOpen(null)} /> : null}
    </Group>
  );
}
