/** What a person can do in the settings of one agent. */
import { useQueryClient } from "@tanstack/react-query";
import {
  type AgentId,
  backend,
  type ConfigEntry,
  type FieldId,
  type ListId,
  type Outcome,
} from "../../backend";
import { asked, done, orTell } from "../../data/actions";
import { strings } from "../../strings";

export function useSettingsActions(agent: AgentId) {
  const client = useQueryClient();
  /** Whether it was done, and not declined when it was asked. */
  const run = (call: (sure: boolean) => Promise<Outcome>) => asked(client, call, strings.plan.apply);
  return {
    /** These throw, since their form shows the message. */
    saveField: (field: FieldId, value: string) => run((sure) => backend.setField(agent, field, value, sure)),
    addFolder: (folder: string) => run((sure) => backend.addFolder(agent, folder, sure)),
    saveEntry: (list: ListId, id: string | null, entry: ConfigEntry) =>
      run((sure) => backend.saveEntry(agent, list, id, entry, sure)),
    saveContextFile: async (name: string, text: string, stamp: string) =>
      done(client, await backend.saveContextFile(agent, name, text, stamp)),

    switchField: (field: FieldId, title: string, on: boolean) =>
      orTell(
        async () => void (await run((sure) => backend.setField(agent, field, String(on), sure))),
        strings.errors.setting(title),
      ),
    clearField: (field: FieldId, title: string) =>
      orTell(
        async () => void (await run((sure) => backend.clearField(agent, field, sure))),
        strings.errors.setting(title),
      ),
    removeFolder: (folder: string) =>
      orTell(
        async () => void (await run((sure) => backend.removeFolder(agent, folder, sure))),
        strings.errors.setting(folder),
      ),
    removeEntry: (list: ListId, id: string, title: string) =>
      orTell(
        async () => void (await run((sure) => backend.removeEntry(agent, list, id, sure))),
        strings.errors.setting(title),
      ),
  };
}
