import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import type { PluginSetting, PluginView } from "../../backend";
import { useTyped } from "../../data/unsaved";
import { Button } from "../../parts/Button";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import settings from "../settings/settings.module.css";
import { usePluginActions } from "./data";
import css from "./plugins.module.css";
import { SettingField } from "./SettingField";
import { words } from "./words";

/** What its manifest asks for and nobody set: the agent refuses its config without it. */
export const isNeeded = ({ required, set, default: usual }: PluginSetting) =>
  required && !set && usual === null;

/** All that has to be set, saved in one step: with less of it the agent would refuse its whole config. */
export function NeededSettings({ plugin, needed }: { plugin: PluginView; needed: PluginSetting[] }) {
  const { set } = usePluginActions();
  const isKey = (path: string) => needed.some((setting) => setting.path === path && setting.secret);
  const typing = useTyped<Record<string, string>>(
    `needed ${plugin.hook_id}`,
    {},
    {
      what: strings.unsaved.value(words.settings),
      keepable: (all) => Object.fromEntries(Object.entries(all).filter(([path]) => !isKey(path))),
    },
  );
  const { value: typed, change: setTyped } = typing;
  const id = useId();
  const values = needed.map(({ path }) => typed[path] ?? "");
  const whole = values.every((value) => value !== "");
  const save = useMutation({
    mutationFn: () =>
      set(
        plugin,
        needed.map(({ path }, at) => [path, values[at] ?? ""]),
      ),
    onSuccess: (saved) => {
      if (saved) typing.forget();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whole && !save.isPending) save.mutate();
  };
  return (
    <form className={`${parts.card} ${css.needed}`} aria-labelledby={`${id}-title`} onSubmit={submit}>
      <h3 id={`${id}-title`} className={settings.name}>
        {words.needed}
      </h3>
      <p className={settings.text}>{words.neededHint}</p>
      {needed.map((setting) => (
        <div key={setting.path}>
          <label htmlFor={`${id}-${setting.path}`} className={settings.name}>
            {setting.label}
          </label>
          {setting.help ? <p className={settings.text}>{setting.help}</p> : null}
          <div className={settings.field}>
            <SettingField
              id={`${id}-${setting.path}`}
              setting={setting}
              value={typed[setting.path] ?? ""}
              onChange={(value) => {
                save.reset();
                const { [setting.path]: _, ...rest } = typed;
                // Emptied is as it was before.
                setTyped(value === "" ? rest : { ...rest, [setting.path]: value });
              }}
            />
          </div>
          {setting.kind === "list" ? <p className={settings.small}>{words.listHint}</p> : null}
        </div>
      ))}
      {save.error ? <InlineProblem error={save.error} /> : null}
      <div className={css.neededEnd}>
        <Button type="submit" look="main" aria-disabled={!whole || save.isPending || undefined}>
          {strings.hook.save}
        </Button>
      </div>
    </form>
  );
}
