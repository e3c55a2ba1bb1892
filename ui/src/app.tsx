import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { backend } from "./backend";
import { useLiveInventory } from "./data/live";
import { notePageError } from "./data/page-errors";
import { overviewQuery, useHooks } from "./data/queries";
import { Frame } from "./frame/Frame";
import css from "./frame/frame.module.css";
import { useShownRoute } from "./frame/useShownRoute";
import { Loading } from "./parts/Loading";
import { ProblemScreen } from "./parts/Problem";
import { useRoute } from "./routes";
import { HooksScreen } from "./screens/hooks/HooksScreen";
import { loadWhileIdle, screens } from "./screens/lazy";
import { strings } from "./strings";

/** Never part of the first picture. */
const Later = lazy(() => import("./frame/Later"));

type FenceProps = {
  children: ReactNode;
  /** Nothing but the window is around it. */
  whole?: boolean;
};

/** A fault of ours in one screen leaves the others usable, since the sidebar is outside; one in the sidebar says so. */
class Fence extends Component<FenceProps, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    notePageError(error);
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    const problem = (
      <ProblemScreen
        heading={this.props.whole ? "h1" : undefined}
        title={strings.errors.screen}
        error={this.state.error}
        retry={() => this.setState({ error: null })}
      />
    );
    return this.props.whole ? <main className={css.whole}>{problem}</main> : problem;
  }
}

const SetUp = screens["set-up"];

function Screen() {
  const route = useShownRoute();
  switch (route.screen) {
    case "hooks":
      return <HooksScreen key={route.agent ?? "all"} agent={route.agent} />;
    case "hook":
      return <screens.hook key={route.id} id={route.id} part={route.part} />;
    case "plugin":
      return <screens.plugin key={route.id} id={route.id} change={route.change} />;
    case "sentence":
      return (
        <screens.sentence
          key={route.hook ?? `${route.agent} ${route.entry}`}
          agent={route.agent}
          hook={route.hook}
          event={route.event}
          entry={route.entry}
        />
      );
    case "timeline":
      return <screens.timeline key={route.agent} agent={route.agent} />;
    case "get":
      return <screens.get agent={route.agent} />;
    case "included":
      return <screens.included key={`${route.agent} ${route.name}`} agent={route.agent} name={route.name} />;
    case "help":
      return <screens.help at={route.at} />;
    case "review":
      return <screens.review key={route.job} job={route.job} />;
    case "try":
      return <screens.try wish={route.wish} />;
    case "set-up":
      return <SetUp />;
    case "activity":
      return <screens.activity removed={route.removed} />;
    case "settings":
      return <screens.settings page={route.page} />;
    case "file":
      return (
        <screens.file key={`${route.id} ${route.file}`} id={route.id} file={route.file} line={route.line} />
      );
    case "config":
      return <screens.config key={route.agent} agent={route.agent} place={route.place} />;
    case "start":
      return <screens.start />;
  }
}

function Window() {
  const overview = useQuery(overviewQuery);
  const route = useRoute();
  useLiveInventory();
  // Asked for together with the overview: the first screen needs both.
  const hooks = useHooks();
  const ready = !overview.isPending && !hooks.isPending;
  useEffect(() => {
    if (ready) loadWhileIdle();
  }, [ready]);
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
    <Fence whole>
      <Frame>
        <Fence key={route.screen === "try" ? route.screen : JSON.stringify(route)}>
          <Suspense fallback={<Loading />}>
            <Screen />
          </Suspense>
        </Fence>
      </Frame>
    </Fence>
  );
}

export function App({ client }: { client: QueryClient }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    // The page has its colours, and nothing flashes: the system brings the window while the first picture is made.
    backend.windowReady().catch(console.error);
    // What was there before was a picture.
    document.getElementById("root")?.removeAttribute("inert");
    // The first picture is not kept waiting for what is not in it.
    setDrawn(true);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Window />
      {drawn ? (
        <Suspense>
          <Later />
        </Suspense>
      ) : null}
    </QueryClientProvider>
  );
}
