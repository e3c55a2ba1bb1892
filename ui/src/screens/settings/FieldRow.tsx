import type { AgentId, Field } from "../../backend";
import { Button } from "../../parts/Button";
import { Switch } from "../../parts/Switch";
import { strings } from "../../strings";
import { useSettingsActions } from "./actions";
import { Warning } from "./Group";
import css from "./settings.module.css";
import { TypedValue, useOpening } from "./TypedValue";

const words = strings.settings;

/** Where it is, and what decides when that is not the config. */
function Place({ field }: { field: Field }) {
  const from = field.origin === "config" ? null : field.from;
  return (
    <p className={css.small}>
      {field.place ? <code>{field.place}</code> : null}
      {field.place && from ? " · " : null}
      {from}
    </p>
  );
}

function Shown({ field }: { field: Field }) {
  const { control } = field;
  if (control.kind === "switch") return null;
  if (control.kind === "number") return <p className={css.value}>{control.value}</p>;
  return (
    <p>
      <code className={css.value}>{control.value}</code>
    </p>
  );
}

type Props = { agent: AgentId; field: Field };

export function FieldRow({ agent, field }: Props) {
  const opening = useOpening(`value ${agent} ${field.id}`);
  const changing = opening.open;
  const { saveField, switchField, clearField } = useSettingsActions(agent);
  const { control, title } = field;
  const editing = changing && control.kind !== "switch";
  return (
    <li>
      <div>
        <div className={css.name}>{title}</div>
        {editing ? null : <Shown field={field} />}
        <p className={css.text}>{field.sentence}</p>
        <Warning>{field.warning}</Warning>
        {editing ? (
          <TypedValue
            name={`value ${agent} ${field.id}`}
            label={title}
            value={String(control.value)}
            kind={control.kind === "folder" ? { folderOf: agent } : "number"}
            onSave={(value) => saveField(field.id, value)}
            onClose={opening.close}
          />
        ) : null}
        <Place field={field} />
      </div>
      <div className={css.end}>
        {control.kind === "switch" && field.editable ? (
          <Switch label={title} on={control.on} onChange={(on) => switchField(field.id, title, on)} />
        ) : null}
        {control.kind === "switch" && !field.editable ? (
          <span className={css.quiet}>{control.on ? strings.hook.on : strings.hook.off}</span>
        ) : null}
        {field.clearable && control.kind !== "switch" && !changing ? (
          <Button aria-label={words.clearLabel(title)} onClick={() => clearField(field.id, title)}>
            {strings.clear}
          </Button>
        ) : null}
        {field.editable && control.kind !== "switch" && !changing ? (
          <Button ref={opening.button} aria-label={words.changeLabel(title)} onClick={opening.show}>
            {words.change}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
