import type { Ref } from "react";
import type { PluginSetting } from "../../backend";
import { strings } from "../../strings";
import settings from "../settings/settings.module.css";
import css from "./plugins.module.css";
import { words } from "./words";

type Field = HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement;

type Props = {
  ref?: Ref<Field>;
  setting: PluginSetting;
  value: string;
  onChange: (value: string) => void;
  id?: string;
  "aria-label"?: string;
  "aria-invalid"?: true | undefined;
  "aria-describedby"?: string | undefined;
};

/** Where a setting of a plugin is typed or chosen. */
export function SettingField({ setting, onChange, ...rest }: Props) {
  const { kind, secret, choices, placeholder } = setting;
  const common = {
    ...rest,
    placeholder: placeholder ?? undefined,
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (kind === "choice" || kind === "switch") {
    return (
      <select className={settings.input} {...common}>
        <option value="">{words.choose}</option>
        {kind === "choice" ? (
          choices.map((choice) => <option key={choice}>{choice}</option>)
        ) : (
          <>
            <option value="true">{strings.hook.on}</option>
            <option value="false">{strings.hook.off}</option>
          </>
        )}
      </select>
    );
  }
  if (kind === "list" || kind === "json") {
    return <textarea className={`${settings.area} ${css.area}`} rows={4} {...common} />;
  }
  return (
    <input
      className={settings.input}
      type={secret ? "password" : "text"}
      inputMode={kind === "number" ? "decimal" : undefined}
      autoCapitalize="off"
      {...common}
    />
  );
}
