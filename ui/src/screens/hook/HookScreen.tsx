import { useQuery } from "@tanstack/react-query";
import { Ghost } from "lucide-react";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import type { AgentView, Hook, HookDetail } from "../../backend";
import { hookQuery, useAgent } from "../../data/queries";
import { isGone } from "../../errors";
import { Button, LinkButton } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { go, goBack, isPlugin, type Part, paths } from "../../routes";
import { strings } from "../../strings";
import { grave, KEPT } from "../hooks/AgentNotes";
import AskAgent from "../hooks/AskAgent";
import { Grave } from "../hooks/Banners";
import { Back } from "./Back";
import { Danger } from "./Danger";
import { Does } from "./Does";
import { Files } from "./Files";
import { Header } from "./Header";
import { HookProblem } from "./HookProblem";
import css from "./hook.module.css";
import { PortedNote } from "./PortedNote";
import { Really } from "./Really";
import { Setup } from "./Setup";
import { Triggers } from "./Triggers";
import { UpdateNote } from "./UpdateNote";

const loadAbout = () => import("./About");
const About = lazy(loadAbout);

/** Before anybody opens a hook, so that its text is there at once and nothing jumps. */
export function readAhead() {
  // Without it the text comes a moment later, and says so if it cannot.
  loadAbout().catch(() => {});
}

/** The screen begins at its top, with the focus on its title or on what the person came for. */
function useArrival(part: Part | null, ready: boolean) {
  const screen = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    screen.current?.closest("main")?.scrollTo({ top: 0 });
  }, []);
  useEffect(() => {
    if (!ready) return;
    const wanted =
      part === "setup"
        ? "[data-setup-next] input, [data-setup-next] button"
        : part === "problem"
          ? "[data-problem]"
          : part === "changed"
            ? "#changed"
            : "h1";
    const element = screen.current?.querySelector<HTMLElement>(wanted) ?? screen.current?.querySelector("h1");
    element?.focus();
    if (part === "changed") element?.scrollIntoView?.({ block: "start" });
  }, [part, ready]);
  return screen;
}

/** Most texts begin with the hook's name, which is at the top of the screen already. */
function withoutTitle(body: string, title: string): string {
  return body.replace(/^\s*#[ \t]+(.*)(\r?\n|$)/, (line, name: string) =>
    name.trim() === title ? "" : line,
  );
}

function AboutSection({ hook, body: whole }: { hook: Hook; body: string }) {
  const body = withoutTitle(whole, hook.title);
  if (body.trim() === "" || body.trim().replace(/\.$/, "") === hook.description) return null;
  return (
    <section aria-labelledby="about">
      <h2 id="about" className={parts.group}>
        {strings.hook.about}
      </h2>
      <div className={`${parts.card} ${css.about}`}>
        <Suspense fallback={<p className={css.quiet}>{strings.about.loading}</p>}>
          <About body={body} />
        </Suspense>
      </div>
    </section>
  );
}

/** *Ready* is what its loader makes of the hook: an agent that does not start loads none. */
function Unstarted({ view }: { view: AgentView }) {
  const keeps = grave(view).filter(({ id }) => id !== KEPT);
  if (keeps.length === 0) return null;
  return (
    <div className={css.notice}>
      {keeps.map((note) => (
        <Grave key={note.id} view={view} note={note} />
      ))}
    </div>
  );
}

function Content({ detail }: { detail: HookDetail }) {
  const { hook } = detail;
  const agent = useAgent(hook.agent);
  return (
    <>
      <Header detail={detail} />
      {agent && hook.state === "ready" ? <Unstarted view={agent} /> : null}
      <Danger detail={detail} />
      <PortedNote hook={hook} />
      <UpdateNote hook={hook} />
      <HookProblem detail={detail} />
      <Setup detail={detail} agentName={agent?.name ?? hook.agent} />
      <Does
        detail={detail}
        end={
          detail.editable ? (
            <LinkButton onClick={() => go(paths.edit(hook.id))}>{strings.does.edit}</LinkButton>
          ) : null
        }
      />
      <Triggers hook={hook} triggers={detail.triggers} />
      <Really hook={hook} />
      {agent?.found ? <AskAgent view={agent} hook={hook} /> : null}
      <AboutSection hook={hook} body={detail.body} />
      <Files detail={detail} />
    </>
  );
}

type FailureProps = { id: string; error: unknown; back: string; retry: () => void };

function Failure({ id, error, back, retry }: FailureProps) {
  const plugin = isGone(error) && isPlugin(id);
  useEffect(() => {
    // Not a hook: what was done to a plugin names it in the same way, and it has a screen of its own.
    if (plugin) go(paths.plugin(id), { replace: true });
  }, [plugin, id]);
  if (plugin) return null;
  if (isGone(error)) {
    return (
      <Empty
        icon={Ghost}
        heading="h1"
        title={strings.hook.goneTitle}
        actions={
          <Button look="main" onClick={() => goBack(back)}>
            {strings.back}
          </Button>
        }
      >
        {strings.hook.goneHint}
      </Empty>
    );
  }
  return <ProblemScreen heading="h1" title={strings.errors.load} error={error} retry={retry} />;
}

/** One hook: what it is, what it still needs, when it runs, what is in it. */
export function HookScreen({ id, part }: { id: string; part: Part | null }) {
  const { data, error, refetch } = useQuery(hookQuery(id));
  const screen = useArrival(part, data !== undefined);
  const title = data?.hook.title;
  useEffect(() => {
    document.title = title ? `${title} – ${strings.app}` : strings.app;
  }, [title]);
  // A hook that vanished while it was on the screen must not be shown as if it were there.
  const gone = isGone(error);
  return (
    <div ref={screen} className={parts.column}>
      <Back id={id} />
      {data && !gone ? <Content detail={data} /> : null}
      {error && (!data || gone) ? (
        <Failure id={id} error={error} back={paths.hooks} retry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Loading /> : null}
    </div>
  );
}
