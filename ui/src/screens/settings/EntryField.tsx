import { useId } from "react";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { EntryEvent, EntryPart } from "../../backend";
import parts from "../../parts/parts.module.css";
import { TriggerButton } from "../../parts/TriggerButton";
import { strings } from "../../strings";
import type { Draft } from "./EntryDialog";
import { EnvRows } from "./EnvRows";
import css from "./settings.module.css";

const words = strings.settings;

type Props = {
  part: EntryPart;
  events: EntryEvent[];
  draft: Draft;
  autoFocus: boolean;
  onChange: (change: Partial<Draft>) => void;
};

/** One event: any of a list, or another that is typed, since commands can have any name. */
function OneEvent({ part, events, draft, autoFocus, onChange }: Props) {
  return (
    <div className={css.pair}>
      <input
        className={`${css.input} ${css.mono}`}
        aria-label={part.title}
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was just opened.
        autoFocus={autoFocus}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={draft.event}
        onChange={(event) => onChange({ event: event.target.value })}
      />
      <MenuTrigger>
        <TriggerButton>{words.choose}</TriggerButton>
        <Popover placement="bottom end" offset={4}>
          <Menu
            className={`${parts.menu} ${css.choices}`}
            aria-label={words.events}
            onAction={(key) => onChange({ event: String(key) })}
          >
            {events.map(({ key, label }) => (
              <MenuItem key={key} id={key} textValue={label} className={parts.menuItem}>
                <div>
                  {label}
                  <small>{key}</small>
                </div>
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}

function ManyEvents({ part, events, draft, onChange }: Props) {
  // One that no table knows stays in view until it is taken away.
  const unknown = draft.events.filter((key) => !events.some((event) => event.key === key));
  const shown = [...unknown.map((key) => ({ key, label: key })), ...events];
  const toggle = (key: string, on: boolean) =>
    onChange({ events: on ? [...draft.events, key] : draft.events.filter((other) => other !== key) });
  return (
    <fieldset className={css.checks}>
      <legend className={parts.visuallyHidden}>{part.title}</legend>
      {shown.map(({ key, label }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={draft.events.includes(key)}
            onChange={(event) => toggle(key, event.target.checked)}
          />
          <span>
            {label} <code>{key}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function EntryField(props: Props) {
  const { part, draft, autoFocus, onChange } = props;
  const { key, title, hint } = part;
  const id = useId();
  const number = key === "priority" || key === "timeout";
  const isText = key !== "event" && key !== "events" && key !== "env";
  return (
    <div className={css.part}>
      {isText ? <label htmlFor={id}>{title}</label> : <span>{title}</span>}
      <div>
        {key === "event" ? <OneEvent {...props} /> : null}
        {key === "events" ? <ManyEvents {...props} /> : null}
        {key === "env" ? <EnvRows env={draft.env} onChange={(env) => onChange({ env })} /> : null}
        {isText ? (
          <input
            id={id}
            className={`${css.input} ${number ? css.short : ""} ${key === "command" || key === "module" ? css.mono : ""}`}
            // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was just opened.
            autoFocus={autoFocus}
            aria-describedby={hint ? `${id}-hint` : undefined}
            inputMode={number ? "numeric" : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={draft[key]}
            onChange={(event) => onChange({ [key]: event.target.value })}
          />
        ) : null}
        {hint ? (
          <p id={`${id}-hint`} className={css.small}>
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
