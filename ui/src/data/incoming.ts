/** What comes from elsewhere: looked at, reviewed, installed. Always a copy of what the engine said. */
import type { QueryClient } from "@tanstack/react-query";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type AgentId, backend, EngineError, type IncomingView, type Page } from "../backend";
import { tellError } from "../parts/dialogs";
import { tellDone } from "../parts/toast";
import { go, goBack, paths } from "../routes";
import { strings } from "../strings";
import { done } from "./actions";
import { listen } from "./listen";

const AGAIN_MS = 500;
/** A screen that was gone to is open by then. */
const OPENING_MS = 400;

export const incomingQuery = (job: string) =>
  queryOptions({
    queryKey: ["incoming", job],
    queryFn: () => backend.incoming(job),
    // An answer that was on its way while the end was told would stand for ever: so it is asked again.
    refetchInterval: ({ state }) => (state.data?.state.kind === "fetching" ? AGAIN_MS : false),
    // It goes on while nobody looks, and its end is told.
    gcTime: Number.POSITIVE_INFINITY,
  });

const keep = (client: QueryClient, view: IncomingView) =>
  client.setQueryData(incomingQuery(view.job).queryKey, view);

/** The person went elsewhere while it was fetched: the way back is in the message. */
async function tellElsewhere(client: QueryClient, { job, source, state }: IncomingView) {
  if (state.kind !== "review" && state.kind !== "failed") return;
  // What fails at once does so while its screen is still being opened.
  await new Promise((resolve) => setTimeout(resolve, OPENING_MS));
  // Its screen is open already, or is just being loaded.
  if (location.hash === `#${paths.review(job)}`) return;
  const watched = client.getQueryCache().find({ queryKey: incomingQuery(job).queryKey });
  if (watched && watched.getObserversCount() > 0) return;
  const { readyElsewhere, failedElsewhere, show } = strings.review;
  const text = state.kind === "review" ? readyElsewhere(source) : failedElsewhere(source);
  tellDone(text, null, { label: show, run: () => go(paths.review(job)) });
}

export function applyIncoming(client: QueryClient, view: IncomingView) {
  const before = client.getQueryData(incomingQuery(view.job).queryKey);
  keep(client, view);
  // Only what went on automatically: a review for another agent is an answer to a click.
  if (before?.state.kind === "fetching") void tellElsewhere(client, view);
}

/** What was chosen in the tray, or in the menu bar of a Mac. */
function pathOf(page: Page): string {
  switch (page.kind) {
    case "agent":
      return paths.agent(page.agent);
    case "hook":
      return paths.hook(page.id);
    case "settings":
      return paths.settings();
    case "help":
      return paths.help();
  }
}

const UNSEEN = "What is dropped will not show automatically:";

/** Keeps what comes in step with the engine, and opens what was dropped or proposed. */
export function useLiveIncoming() {
  const client = useQueryClient();
  useEffect(() => {
    const open = async () => {
      const offer = await backend.takeOffered();
      if (offer?.problem) tellError(new EngineError(offer.problem), strings.errors.offered);
      if (offer?.job) go(paths.review(offer.job));
      if (offer?.page) go(pathOf(offer.page));
    };
    const fail = (error: unknown) => console.error(UNSEEN, error);
    const stop = listen(
      UNSEEN,
      backend.onIncoming((view) => applyIncoming(client, view)),
      backend.onIncomingOffered(() => void open().catch(fail)),
    );
    // What a link started this window with was told before anybody could hear it.
    open().catch(fail);
    return stop;
  }, [client]);
}

/** What can be done about one of them. All of it throws: the screen shows why, next to the button. */
export function useIncomingActions(job: string) {
  const client = useQueryClient();
  return {
    /** A web page's proposal is fetched from here on. */
    lookAtProposed: async () => {
      await backend.lookAtProposed(job);
      await client.invalidateQueries(incomingQuery(job));
    },
    chooseAgent: async (agent: AgentId) => keep(client, await backend.reviewFor(job, agent)),
    install: async (acceptHigh: boolean) => {
      const view = await backend.installIncoming(job, acceptHigh);
      keep(client, view);
      if (view.state.kind !== "installed") return;
      const { summary, undo } = view.state;
      await done(client, { changed: true, summary, agent: view.agent, also: [], undo, kept_copies: 0 });
    },
    cancel: async () => {
      await backend.cancelIncoming(job);
      await client.invalidateQueries(incomingQuery(job));
    },
    /**
     * The person is done with it: leaves for `to`, or back, and what was staged is removed. That this could not
     * be done at once is nobody's trouble: it goes when the window does.
     */
    putAway: (to: string | null) => {
      if (to === null) goBack(paths.get());
      else go(to, { replace: true });
      backend.cancelIncoming(job).catch(console.error);
    },
  };
}
