import { useQuery } from "@tanstack/react-query";
import { FileWarning } from "lucide-react";
import type { AgentId, FieldId, SettingsView } from "../../backend";
import { useActions } from "../../data/actions";
import { settingsQuery } from "../../data/queries";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import { Words } from "../../parts/Words";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { ContextFiles } from "./ContextFiles";
import { EntryGroup } from "./EntryGroup";
import { FieldRow } from "./FieldRow";
import { FolderGroup } from "./FolderGroup";
import { Group } from "./Group";
import css from "./settings.module.css";

const words = strings.settings;
/** What is not a folder is about hooks as a whole. */
const FOLDERS: FieldId[] = ["home", "workspace", "hooks-dir", "bundled"];

function EditAsText({ agent }: { agent: AgentId }) {
  return <Button onClick={() => go(paths.config(agent))}>{words.editText}</Button>;
}

function Blocked({ view }: { view: SettingsView }) {
  if (view.config.blocked === null) return null;
  return (
    <div className={css.notice}>
      <Banner
        tone="bad"
        icon={<FileWarning size="1rem" strokeWidth={1.8} aria-hidden />}
        end={<EditAsText agent={view.agent} />}
      >
        <b>{words.blocked(view.name)}</b> <Words text={view.config.blocked} /> {words.blockedHint}
        <small>{view.config.path}</small>
      </Banner>
    </div>
  );
}

function ConfigGroup({ view }: { view: SettingsView }) {
  const { openConfigFolder } = useActions();
  const { config } = view;
  return (
    <Group title={words.config}>
      <li>
        <div>
          <code className={css.value}>{config.path}</code>
          {config.exists ? null : <p className={css.text}>{words.configMissing}</p>}
          {config.variable ? <p className={css.text}>{words.configBy(config.variable)}</p> : null}
        </div>
        <div className={css.end}>
          <Button onClick={() => openConfigFolder(view.agent)}>{strings.banners.openFolder}</Button>
          <EditAsText agent={view.agent} />
        </div>
      </li>
    </Group>
  );
}

function Content({ view }: { view: SettingsView }) {
  const hooks = view.fields.filter((field) => !FOLDERS.includes(field.id));
  const folders = view.fields.filter((field) => FOLDERS.includes(field.id));
  const rows = (fields: typeof hooks) =>
    fields.map((field) => <FieldRow key={field.id} agent={view.agent} field={field} />);
  return (
    <>
      <Blocked view={view} />
      {hooks.length > 0 ? <Group title={words.hooks}>{rows(hooks)}</Group> : null}
      <Group title={words.folders}>{rows(folders)}</Group>
      {view.folders ? <FolderGroup agent={view.agent} folders={view.folders} /> : null}
      {view.lists.map((list) => (
        <EntryGroup key={list.id} agent={view.agent} list={list} />
      ))}
      <ContextFiles view={view} />
      <ConfigGroup view={view} />
    </>
  );
}

export function AgentSettings({ agent }: { agent: AgentId }) {
  const { data, error, refetch } = useQuery(settingsQuery(agent));
  if (data) return <Content view={data} />;
  if (error) return <ProblemScreen title={words.load} error={error} retry={() => void refetch()} />;
  return <Loading />;
}
