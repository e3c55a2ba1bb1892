import { useOverview } from "../data/queries";
import { type Route, useRoute } from "../routes";

/** The route, with the start resolved to what is shown there: the first agent's hooks, if there is one. */
export function useShownRoute(): Route {
  const route = useRoute();
  const { agents } = useOverview();
  const first = agents.find((view) => view.found);
  return route.screen === "start" && first ? { screen: "hooks", agent: first.agent } : route;
}
