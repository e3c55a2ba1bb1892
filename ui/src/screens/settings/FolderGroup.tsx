import type { AgentId, Folders } from "../../backend";
import { Button } from "../../parts/Button";
import { strings } from "../../strings";
import { useSettingsActions } from "./actions";
import { Group, Warning } from "./Group";
import css from "./settings.module.css";
import { TypedValue, useOpening } from "./TypedValue";

const words = strings.settings;

/** Further folders with hooks. */
export function FolderGroup({ agent, folders }: { agent: AgentId; folders: Folders }) {
  const opening = useOpening(`value ${agent} folder`);
  const { addFolder, removeFolder } = useSettingsActions(agent);
  const add = opening.open ? (
    <TypedValue
      name={`value ${agent} folder`}
      label={words.folder}
      value=""
      kind={{ folderOf: agent }}
      onSave={addFolder}
      onClose={opening.close}
    />
  ) : (
    <Button ref={opening.button} onClick={opening.show}>
      {words.addFolder}
    </Button>
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
