import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef } from "react";
import type { PluginDetail, PluginSetting, PluginView } from "../../backend";
import { useTyped } from "../../data/unsaved";
import { Button } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import { tellError } from "../../parts/dialogs";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Switch } from "../../parts/Switch";
import { strings } from "../../strings";
import settings from "../settings/settings.module.css";
import { useOpening } from "../settings/TypedValue";
import { usePluginActions } from "./data";
import { isNeeded, NeededSettings } from "./NeededSettings";
import css from "./plugins.module.css";
import { SettingField } from "./SettingField";
import { words } from "./words";

type RowProps = { plugin: PluginView; setting: PluginSetting };

/** Under this what is typed is kept; a key is only in the page's memory. */
const keptName = ({ plugin, setting }: RowProps) => `value ${plugin.hook_id} ${setting.path}`;

/** What counts now, without a secret. */
function Value({ setting }: { setting: PluginSetting }) {
  const { set, secret, value, default: usual, kind } = setting;
  if (set && secret) return <p className={settings.quiet}>{words.secretSet}</p>;
  if (set) return kind === "switch" ? null : <p className={`${settings.value} ${css.value}`}>{value}</p>;
  return <p className={settings.quiet}>{usual === null ? words.notSet : words.byDefault(usual)}</p>;
}

function Editor({ plugin, setting, onClose }: RowProps & { onClose: () => void }) {
  const { set } = usePluginActions();
  const { label, kind, path } = setting;
  const before = setting.value ?? "";
  const typing = useTyped(keptName({ plugin, setting }), before, {
    what: strings.unsaved.value(label),
    keepable: (text) => (setting.secret ? before : text),
  });
  const { value: typed, change: setTyped } = typing;
  const leave = () => {
    typing.forget();
    onClose();
  };
  const problemId = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const save = useMutation({
    mutationFn: () => set(plugin, [[path, typed]]),
    // After a "no" to the question, what was typed stays.
    onSuccess: (saved) => saved && leave(),
  });
  useEffect(() => {
    field.current?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        leave();
      }}
    >
      <div className={settings.field}>
        <SettingField
          ref={field}
          setting={setting}
          value={typed}
          onChange={setTyped}
          aria-label={label}
          aria-invalid={save.error !== null || undefined}
          aria-describedby={save.error ? problemId : undefined}
        />
        <Button type="submit" look="main" aria-disabled={save.isPending}>
          {strings.hook.save}
        </Button>
        <Button onClick={leave}>{strings.cancel}</Button>
      </div>
      {kind === "list" ? <p className={settings.small}>{words.listHint}</p> : null}
      {save.error ? (
        <div id={problemId} className={settings.problem}>
          <InlineProblem error={save.error} />
        </div>
      ) : null}
    </form>
  );
}

function Row({ plugin, setting }: RowProps) {
  const { set } = usePluginActions();
  const opening = useOpening(keptName({ plugin, setting }));
  const { label, help, path, kind, value, default: usual } = setting;
  const put = (text: string | null) =>
    set(plugin, [[path, text]]).catch((error) => tellError(error, words.errors.set(label)));
  const isSwitch = kind === "switch";
  return (
    <li>
      <div>
        <div className={settings.name}>{label}</div>
        {help ? <p className={settings.text}>{help}</p> : null}
        {opening.open ? (
          <Editor plugin={plugin} setting={setting} onClose={opening.close} />
        ) : (
          <Value setting={setting} />
        )}
        <p className={settings.small}>
          <code>{path}</code>
        </p>
      </div>
      <div className={settings.end}>
        {setting.set && !opening.open ? (
          <Button aria-label={words.clearOf(label)} onClick={() => void put(null)}>
            {strings.clear}
          </Button>
        ) : null}
        {isSwitch ? (
          <Switch label={label} on={(value ?? usual) === "true"} onChange={(on) => void put(String(on))} />
        ) : opening.open ? null : (
          <Button ref={opening.button} aria-label={words.changeOf(label)} onClick={opening.show}>
            {words.change}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The settings that its manifest names, as a form. */
export function PluginSettings({ detail }: { detail: PluginDetail }) {
  const { plugin, settings: all } = detail;
  if (all.length === 0) return null;
  const needed = all.filter(isNeeded);
  const others = all.filter((setting) => !isNeeded(setting));
  const usual = others.filter((setting) => !setting.advanced);
  const advanced = others.filter((setting) => setting.advanced);
  const rows = (list: PluginSetting[]) =>
    list.map((setting) => <Row key={setting.path} plugin={plugin} setting={setting} />);
  return (
    <section aria-labelledby="settings">
      <h2 id="settings" className={parts.group}>
        {words.settings}
      </h2>
      {needed.length > 0 ? <NeededSettings plugin={plugin} needed={needed} /> : null}
      {usual.length > 0 ? <ul className={`${parts.card} ${settings.rows}`}>{rows(usual)}</ul> : null}
      {advanced.length > 0 ? (
        <div className={css.advanced}>
          <Disclosure open={words.advanced(advanced.length)}>
            <ul className={`${parts.card} ${settings.rows}`}>{rows(advanced)}</ul>
          </Disclosure>
        </div>
      ) : null}
      <p className={parts.foot}>{words.settingsFoot(plugin.id)}</p>
    </section>
  );
}
