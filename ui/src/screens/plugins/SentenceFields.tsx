import { useId } from "react";
import type { NewPluginChoice, PluginSentence } from "../../backend";
import { Picker } from "../try/Picker";
import css from "./new-plugin.module.css";
import { says, words } from "./words";

type Props = {
  value: PluginSentence;
  choices: NewPluginChoice[];
  onChange: (value: PluginSentence) => void;
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The hooks that can be chosen, in words. */
export function HookPicker({
  label = words.createWhen,
  value,
  choices,
  onChange,
}: {
  label?: string;
  value: string;
  choices: NewPluginChoice[];
  onChange: (key: string) => void;
}) {
  return (
    <Picker
      field
      label={label}
      value={value}
      groups={[
        {
          title: "",
          options: choices.map(({ key, when }) => ({
            id: key,
            title: capital(when),
            code: key,
            hint: null,
          })),
        },
      ]}
      search={{ label: words.find, none: words.noHook }}
      onChange={onChange}
    />
  );
}

/** One sentence as fields: when, for which tools, if the text matches, and what is done then. */
export function SentenceFields({ value, choices, onChange }: Props) {
  const id = useId();
  const choice = choices.find(({ key }) => key === value.event);
  const put = (part: Partial<PluginSentence>) => onChange({ ...value, ...part });
  const moved = (event: string) => {
    const next = choices.find(({ key }) => key === event);
    const act = value.act === "block" && !next?.stops ? "run" : value.act;
    put({ event, act, tools: next?.tools ? value.tools : [] });
  };
  const acts = (["block", "run", "post"] as const).filter((act) => act !== "block" || choice?.stops);
  return (
    <>
      <HookPicker label={says.when} value={value.event} choices={choices} onChange={moved} />
      {choice?.tools ? (
        <div>
          <label htmlFor={`${id}-tools`}>{says.tools}</label>
          <input
            id={`${id}-tools`}
            autoComplete="off"
            spellCheck={false}
            placeholder={says.anyTool}
            defaultValue={value.tools.join(", ")}
            onChange={({ target }) =>
              put({
                tools: target.value
                  .split(",")
                  .map((tool) => tool.trim())
                  .filter((tool) => tool !== ""),
              })
            }
          />
        </div>
      ) : null}
      <div>
        <label htmlFor={`${id}-if`}>{says.pattern}</label>
        <input
          id={`${id}-if`}
          autoComplete="off"
          spellCheck={false}
          placeholder={says.anyText}
          value={value.pattern}
          onChange={({ target }) => put({ pattern: target.value })}
        />
      </div>
      <fieldset className={css.acts}>
        <legend className={css.label}>{says.does}</legend>
        {acts.map((act) => (
          <label key={act}>
            <input
              type="radio"
              name={`${id}-act`}
              checked={value.act === act}
              onChange={() => put({ act })}
            />
            {says.act[act]}
          </label>
        ))}
      </fieldset>
      <div>
        <label htmlFor={`${id}-with`}>{says.with[value.act]}</label>
        <input
          id={`${id}-with`}
          autoComplete="off"
          spellCheck={value.act === "block"}
          placeholder={says.example[value.act]}
          value={value.with}
          onChange={({ target }) => put({ with: target.value })}
        />
      </div>
    </>
  );
}
