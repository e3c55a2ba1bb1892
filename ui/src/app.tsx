import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Component, lazy, type ReactNode, Suspense, useEffect } from "react";
import { backend } from "./backend";
import { useLiveIncoming } from "./data/incoming";
import { useLiveJobs } from "./data/jobs";
import { useLiveInventory } from "./data/live";
import { overviewQuery, useHooks } from "./data/queries";
import { ContextMenuHost } from "./frame/ContextMenuHost";
import { DropHost } from "./frame/DropHost";
import { Frame } from "./frame/Frame";
import css from "./frame/frame.module.css";
import { useWindowKeys } from "./frame/keys";
import { OverlayHost } from "./frame/overlays";
import { useShownRoute } from "./frame/useShownRoute";
import { DialogHost } from "./parts/DialogHost";
import { Loading } from "./parts/Loading";
import { ProblemScreen } from "./parts/Problem";
import { ToastHost } from "./parts/ToastHost";
import { useRoute } from "./routes";
import { FirstRun } from "./screens/first-run/FirstRun";
import { HooksScreen } from "./screens/hooks/HooksScreen";
import { strings } from "./strings";

/** Not part of the first load: nobody starts there. */
const loadHookScreen = () => import("./screens/hook/HookScreen");
const HookScreen = lazy(() => loadHookScreen().then((module) => ({ default: module.HookScreen })));
const PluginScreen = lazy(() => import("./screens/plugins/PluginScreen"));
const GetScreen = lazy(() =>
  import("./screens/get/GetScreen").then((module) => ({ default: module.GetScreen })),
);
const ReviewScreen = lazy(() => import("./screens/review/ReviewScreen"));
const ActivityScreen = lazy(() => import("./screens/activity/ActivityScreen"));
const TryScreen = lazy(() => import("./screens/try/TryScreen"));
const SettingsScreen = lazy(() => import("./screens/settings/SettingsScreen"));
const ConfigEditor = lazy(() => import("./screens/settings/ConfigEditor"));

/** A fault of ours in one screen leaves the others usable: the sidebar is outside. */
class Fence extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <ProblemScreen
        title={strings.errors.screen}
        error={this.state.error}
        retry={() => this.setState({ error: null })}
      />
    );
  }
}

function Screen() {
  const route = useShownRoute();
  switch (route.screen) {
    case "hooks":
      return <HooksScreen key={route.agent ?? "all"} agent={route.agent} />;
    case "hook":
      return <HookScreen key={route.id} id={route.id} part={route.part} />;
    case "plugin":
      return <PluginScreen key={route.id} id={route.id} />;
    case "get":
      return <GetScreen agent={route.agent} />;
    case "review":
      return <ReviewScreen key={route.job} job={route.job} />;
    case "try":
      return <TryScreen wish={route.wish} />;
    case "activity":
      return <ActivityScreen />;
    case "settings":
      return <SettingsScreen page={route.page} />;
    case "config":
      return <ConfigEditor key={route.agent} agent={route.agent} place={route.place} />;
    case "start":
      return <FirstRun />;
  }
}

/**
 * The window stays hidden until there is something to see: no white flash, and nothing half drawn. No frame is
 * waited for: many web views draw none while their window is hidden, and the first one then shows all of this.
 */
function useShowWindow(ready: boolean) {
  useEffect(() => {
    if (!ready) return;
    backend.windowReady().catch(console.error);
    // Where most go next.
    void loadHookScreen().then((module) => module.readAhead(), console.error);
  }, [ready]);
}

function Window() {
  const overview = useQuery(overviewQuery);
  const route = useRoute();
  useLiveInventory();
  useLiveJobs();
  useLiveIncoming();
  useWindowKeys();
  // Asked for together with the overview: the first screen needs both.
  const hooks = useHooks();
  useShowWindow(!overview.isPending && !hooks.isPending);
  if (overview.isPending) return <Loading />;
  if (overview.data === undefined) {
    return (
      <main className={css.whole}>
        <ProblemScreen
          heading="h1"
          title={strings.errors.load}
          error={overview.error}
          retry={() => void overview.refetch()}
        />
      </main>
    );
  }
  return (
    <Frame>
      <Fence key={route.screen === "try" ? route.screen : JSON.stringify(route)}>
        <Suspense fallback={<Loading />}>
          <Screen />
        </Suspense>
      </Fence>
      <OverlayHost />
    </Frame>
  );
}

export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Window />
      <ToastHost />
      <DialogHost />
      <DropHost />
      <ContextMenuHost />
    </QueryClientProvider>
  );
}
