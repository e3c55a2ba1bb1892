/** Plugins as the engine knows them, and everything that a person can do to one. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AgentId, backend, type PluginSentence, type PluginView } from "../../backend";
import { asked, orTell } from "../../data/actions";
import { tellError } from "../../parts/dialogs";
import { tellDone } from "../../parts/toast";
import { strings } from "../../strings";
import { words } from "./words";

export const pluginsQuery = (agent: AgentId) =>
  queryOptions({ queryKey: ["plugins", agent], queryFn: () => backend.plugins(agent) });
export const pluginQuery = (id: string) =>
  queryOptions({ queryKey: ["plugin", id], queryFn: () => backend.plugin(id) });

export const choicesQuery = (agent: AgentId) =>
  queryOptions({ queryKey: ["new-plugin", agent], queryFn: () => backend.newPluginChoices(agent) });

export const templatesQuery = (agent: AgentId) =>
  queryOptions({ queryKey: ["plugin-templates", agent], queryFn: () => backend.pluginTemplates(agent) });

/** What it is tried with; none where it cannot be. */
export const triedFor = ({ agent, try_at, hook_id }: PluginView) =>
  try_at === null ? null : { agent, key: try_at, hook: hook_id };

export function usePluginActions() {
  const client = useQueryClient();
  return {
    setEnabled: (plugin: PluginView, on: boolean) =>
      orTell(
        async () => {
          const label = on ? words.turnOn : words.turnOff;
          await asked(client, (sure) => backend.setPluginEnabled(plugin.hook_id, on, sure), label);
        },
        words.errors.switch(plugin.name, on),
      ),
    remove: (plugin: PluginView, leave: () => void) =>
      orTell(async () => {
        const run = (sure: boolean) => backend.removePlugin(plugin.hook_id, sure);
        if (await asked(client, run, words.removeNow)) leave();
      }, words.errors.remove(plugin.name)),
    /** Makes it say something else; resolves to whether it was done, after the change was shown. */
    say: (plugin: PluginView, sentence: PluginSentence) =>
      asked(
        client,
        (sure) => backend.changePluginSentence(plugin.hook_id, sentence, sure),
        strings.plan.save,
      ),
    /** Resolves to whether it was done: the plan is shown first. Throws, since the field shows the message. */
    set: (plugin: PluginView, changes: [path: string, value: string | null][]) =>
      asked(
        client,
        (sure) => backend.setPluginSettings(plugin.hook_id, changes, sure),
        changes.every(([, value]) => value === null) ? strings.plan.clear : strings.plan.save,
      ),
  };
}

export type Question = { title: string; sentences: string[] };

/** Loads a plugin once, after the question that the code of others gets. */
export function useFindOut(plugin: PluginView) {
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const tell = (error: unknown) => tellError(error, words.notFound(plugin.name));
  const run = useMutation({
    mutationFn: (confirmed: boolean) => backend.findOut(plugin.hook_id, confirmed),
    onSuccess: async (answer) => {
      if (answer.kind === "confirm") {
        setQuestion(answer);
        return;
      }
      await Promise.all([
        client.invalidateQueries({ queryKey: ["plugins", plugin.agent] }),
        client.invalidateQueries({ queryKey: ["plugin", plugin.hook_id] }),
      ]);
      tellDone(words.found(plugin.name, answer.plugin.listens.keys.length), null);
    },
    onError: tell,
  });
  return {
    question,
    busy: run.isPending,
    ask: () => run.isPending || run.mutate(false),
    answer: (yes: boolean) => {
      setQuestion(null);
      if (yes) run.mutate(true);
    },
  };
}
