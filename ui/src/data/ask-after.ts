/** The agent's own program, asked after a change: on a click, or after each one where the person wishes that. */
import type { QueryClient } from "@tanstack/react-query";
import { type Answer, backend, type Change } from "../backend";
import { tellDone } from "../parts/toast";
import { go, paths } from "../routes";
import { strings } from "../strings";
import { askedQuery } from "./queries";
import { takeBack } from "./undo";

/** Whether it says something else, or refuses its config. */
export const contradicts = ({ agrees, config }: Answer) => !agrees || config?.valid === false;

/** Asks without a question, as was wished, and tells where it does not take what was changed. */
export async function askAfter(client: QueryClient, { agent, undo, summary }: Change, name: string) {
  const said = await backend.askAgent(agent, null, false);
  if (said.kind !== "done") return;
  client.setQueryData(askedQuery(agent, null).queryKey, said);
  if (!contradicts(said.answer)) return;
  const look = { label: strings.ask.look, run: () => go(paths.agent(agent)) };
  tellDone(strings.ask.after(name, summary), undo === null ? null : () => void takeBack(client, undo), look);
}
