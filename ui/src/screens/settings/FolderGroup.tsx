import { useState } from "react";
import type { AgentId, Folders } from "../../backend";
import { Button } from "../../parts/Button";
import { strings } from "../../strings";
import { useSettingsActions } from "./actions";
import { Group, Warning } from "./Group";
import css from "./settings.module.css";
import { TypedValue } from "./TypedValue";

const words = strings.settings;

/** Further folders with hooks. */
export function FolderGroup({ agent, folders }: { agent: AgentId; folders: Folders }) {
  const [adding, setAdding] = useState(false);
  const { addFolder, removeFolder } = useSettingsActions(agent);
  const add = adding ? (
    <TypedValue
      agent={agent}
      label={words.folder}
      value=""
      folder
      onSave={addFolder}
      onClose={() => setAdding(false)}
    />
  ) : (
    <Button onClick={() => setAdding(true)}>{words.addFolder}</Button>
  );
  return (
    <Group
      title={folders.title}
      lead={
        <>
          {folders.sentence} {folders.limit}
        </>
      }
      after={folders.editable && folders.warning === null ? add : null}
      foot={<code>{folders.place}</code>}
    >
      {folders.items.length === 0 ? <li className={css.none}>{folders.warning ?? words.noFolders}</li> : null}
      {folders.items.map((item, index) => (
        // A folder may be listed twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place tells two of them apart.
        <li key={`${item.folder} ${index}`}>
          <div>
            <code className={css.value}>{item.folder}</code>
            <Warning>{item.problem}</Warning>
          </div>
          <div className={css.end}>
            {item.included ? (
              <span className={css.quiet}>{words.included}</span>
            ) : folders.editable ? (
              <Button aria-label={words.removeLabel(item.folder)} onClick={() => removeFolder(item.folder)}>
                {words.remove}
              </Button>
            ) : null}
          </div>
        </li>
      ))}
    </Group>
  );
}
