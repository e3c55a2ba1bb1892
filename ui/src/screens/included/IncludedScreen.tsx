import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Ghost, Moon } from "lucide-react";
import { useEffect, useRef } from "react";
import type { AgentId, IncludedPage } from "../../backend";
import { useActions } from "../../data/actions";
import { hookQuery, includedPageQuery, useAgent } from "../../data/queries";
import { isGone } from "../../errors";
import { BackButton } from "../../parts/BackButton";
import { Button } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Emoji } from "../../parts/Glyph";
import { Loading } from "../../parts/Loading";
import { InlineProblem, ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { AgentTag } from "../../parts/Tag";
import { Words } from "../../parts/Words";
import { go, goBack, isPlugin, paths } from "../../routes";
import { strings } from "../../strings";
import About from "../hook/About";
import hookCss from "../hook/hook.module.css";
import { RuntimeLine } from "../hooks/RuntimeLine";
import { Listens } from "../plugins/Listens";
import { Xray } from "../plugins/Xray";
import { Facts, FileList } from "../review/Facts";
import { Found } from "../review/Findings";
import css from "./included.module.css";

const words = strings.included;

type Props = { page: IncludedPage; agentName: string };

/** The element around it says what the picture shows: its own name and texts would be told once more. */
const bare = (svg: string) =>
  svg.replace(/^<svg [^>]*>/, (tag) =>
    tag.replace(/ (?:role|aria-label)="[^"]*"/g, "").replace("<svg ", '<svg aria-hidden="true" '),
  );

/** What its page says under these heads is shown in rows of its own. */
const TOUCHES = ["Reads", "Writes", "Sends"];

function touched(readme: string) {
  return TOUCHES.flatMap((head) => {
    const line = readme.split("\n").find((one) => one.startsWith(`**${head}:** `));
    return line === undefined ? [] : [{ head, text: line.slice(head.length + 6) }];
  });
}

/** The page's own title and emoji are at the top of the screen already, and its picture is shown for itself. */
const shownElsewhere = ["# ", "**Emoji:**", "![", ...TOUCHES.map((head) => `**${head}:**`)];
const withoutHead = (readme: string) =>
  readme
    .split("\n")
    .filter((line) => !shownElsewhere.some((head) => line.startsWith(head)))
    .join("\n");

/** What it reads, writes and sends, wherever it is installed. */
function Touches({ readme }: { readme: string }) {
  return (
    <section aria-labelledby="touches">
      <h2 id="touches" className={parts.group}>
        {words.touches}
      </h2>
      <dl className={`${parts.card} ${hookCss.facts}`}>
        {touched(readme).map(({ head, text }) => (
          <div key={head}>
            <dt>{head}</dt>
            <dd>
              <Words text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Place({ page, agentName }: Props) {
  const client = useQueryClient();
  const { install } = useActions();
  const { hook, agent } = page;
  const offer = hook.agents.find((one) => one.agent === agent);
  const place = useMutation({
    mutationFn: () => install(hook.name, agent),
    onSuccess: async (id) => {
      if (isPlugin(id)) return go(paths.plugin(id), { replace: true });
      const { setup } = await client.fetchQuery(hookQuery(id));
      go(paths.hook(id, setup.some((item) => !item.met) ? "setup" : null), { replace: true });
    },
  });
  const installed = offer?.installed ?? null;
  // What would come to nothing is not offered: why is said below.
  if (installed === null && offer?.waits != null) return null;
  return (
    <div className={hookCss.heroEnd}>
      {installed === null ? (
        <Button
          look="main"
          aria-label={strings.get.installLabel(hook.title, agentName)}
          aria-disabled={place.isPending || undefined}
          onClick={() => place.isPending || place.mutate()}
        >
          {place.isPending ? strings.get.installing : strings.get.install}
        </Button>
      ) : (
        <>
          <span className={`${parts.tag} ${parts.ok}`}>
            <Check aria-hidden />
            {strings.get.installed}
          </span>
          <Button onClick={() => go(paths.installed(installed))}>{strings.get.open}</Button>
        </>
      )}
      {place.error ? <InlineProblem error={place.error} /> : null}
    </div>
  );
}

function Content({ page, agentName }: Props) {
  const { hook, agent, part, plugin, files, findings, readme, picture } = page;
  const waits = hook.agents.find((one) => one.agent === agent)?.waits ?? null;
  const view = useAgent(agent);
  return (
    <>
      <header>
        <div className={hookCss.hero}>
          <Emoji emoji={hook.emoji} className={hookCss.emoji} />
          <div className={hookCss.heroText}>
            <h1 tabIndex={-1}>{hook.title}</h1>
            <div className={hookCss.tags}>
              <AgentTag agent={agent} name={agentName} />
              <span className={hookCss.quiet}>{words.comesWith}</span>
              {hook.title === hook.name ? null : <code className={hookCss.quiet}>{hook.name}</code>}
            </div>
          </div>
          <Place page={page} agentName={agentName} />
        </div>
        {waits === null ? null : (
          <>
            <p className={hookCss.never}>
              <Moon size="0.8125rem" strokeWidth={2} aria-hidden /> {waits}
            </p>
            {view ? <RuntimeLine view={view} /> : null}
          </>
        )}
        {hook.description ? <p className={hookCss.description}>{hook.description}</p> : null}
        {/* It shows what comes of it: here that is nothing. */}
        {picture && waits === null ? (
          <img
            className={css.picture}
            src={`data:image/svg+xml,${encodeURIComponent(bare(picture.svg))}`}
            alt={picture.alt}
            width={640}
            height={200}
          />
        ) : null}
      </header>
      {part || plugin ? (
        <section aria-labelledby="does">
          <h2 id="does" className={parts.group}>
            {waits === null ? words.does(agentName) : words.wouldDo(agentName)}
          </h2>
          {part ? <Facts part={part} files={files} /> : plugin ? <Listens plugin={plugin} /> : null}
        </section>
      ) : null}
      <Touches readme={readme} />
      {plugin ? (
        <>
          <Xray plugin={plugin} />
          <p className={parts.foot}>
            <FileList files={files} label={hook.title} />
          </p>
        </>
      ) : null}
      {part && findings.length > 0 ? (
        <section aria-labelledby="found">
          <h2 id="found" className={parts.group}>
            {words.found}
          </h2>
          <div className={parts.card}>
            <Found findings={findings} own />
          </div>
        </section>
      ) : null}
      <section aria-labelledby="about">
        <h2 id="about" className={parts.group}>
          {strings.hook.about}
        </h2>
        <div className={`${parts.card} ${hookCss.about}`}>
          <About body={withoutHead(readme)} />
        </div>
      </section>
    </>
  );
}

/** An included hook before it is installed: what it does, when, what it touches, and its page for readers. */
export default function IncludedScreen({ agent, name }: { agent: AgentId; name: string }) {
  const view = useAgent(agent);
  const { data, error, refetch } = useQuery(includedPageQuery(agent, name));
  const screen = useRef<HTMLDivElement>(null);
  const ready = data !== undefined;
  const title = data?.hook.title ?? name;
  useEffect(() => {
    document.title = `${title} – ${strings.app}`;
  }, [title]);
  useEffect(() => {
    if (!ready) return;
    screen.current?.closest("main")?.scrollTo({ top: 0 });
    screen.current?.querySelector("h1")?.focus();
  }, [ready]);
  const leave = () => goBack(paths.get(agent));
  return (
    <div ref={screen} className={parts.column}>
      <BackButton label={strings.frame.get} leave={leave} />
      {data ? <Content page={data} agentName={view?.name ?? agent} /> : null}
      {!data && isGone(error) ? (
        <Empty
          icon={Ghost}
          heading="h1"
          title={words.none}
          actions={
            <Button look="main" onClick={leave}>
              {strings.back}
            </Button>
          }
        />
      ) : !data && error ? (
        <ProblemScreen heading="h1" title={strings.errors.load} error={error} retry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Loading /> : null}
    </div>
  );
}
