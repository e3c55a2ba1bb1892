import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Ghost, Minus, TriangleAlert } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { Menu, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { PluginDetail, PluginView } from "../../backend";
import { useActions } from "../../data/actions";
import { repairingQuery, useAgent } from "../../data/queries";
import { isGone } from "../../errors";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import { disabledOf, itemsOf } from "../../parts/Choices";
import { Empty } from "../../parts/Empty";
import { Emoji } from "../../parts/Glyph";
import { Loading } from "../../parts/Loading";
import { ProblemScreen } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Switch } from "../../parts/Switch";
import { AgentTag } from "../../parts/Tag";
import { TriggerButton } from "../../parts/TriggerButton";
import { Words } from "../../parts/Words";
import { go, goBack, paths } from "../../routes";
import { strings } from "../../strings";
import { Back } from "../hook/Back";
import hook from "../hook/hook.module.css";
import { Repairing } from "../hook/Repairing";
import { type Deed, deedsOf } from "./can";
import { pluginQuery, triedFor, usePluginActions } from "./data";
import { FindOut } from "./FindOut";
import { Listens } from "./Listens";
import { PluginFiles } from "./PluginFiles";
import { PluginSentencePanel } from "./PluginSentencePanel";
import { PluginSettings } from "./PluginSettings";
import css from "./plugins.module.css";
import { PluginTag } from "./State";
import { words } from "./words";
import { Xray } from "./Xray";

function More({ detail, leave }: { detail: PluginDetail; leave: () => void }) {
  const { plugin } = detail;
  const deeds = deedsOf(detail);
  const { openFolder, ownCopy } = useActions();
  const { remove } = usePluginActions();
  const actions: Record<Deed, () => Promise<unknown>> = {
    change: async () => go(paths.plugin(plugin.hook_id, true)),
    program: async () => go(paths.file(plugin.hook_id, detail.program ?? "")),
    folder: () => openFolder(plugin.hook_id),
    own: () => ownCopy({ id: plugin.hook_id, title: plugin.name }),
    remove: () => remove(plugin, leave),
  };
  return (
    <MenuTrigger>
      <TriggerButton iconOnly aria-label={words.more}>
        <Ellipsis size="1rem" strokeWidth={2} aria-hidden />
      </TriggerButton>
      <Popover placement="bottom end" offset={4}>
        <Menu
          className={parts.menu}
          aria-label={words.more}
          disabledKeys={disabledOf(deeds)}
          onAction={(key) => void actions[key as Deed]()}
        >
          {itemsOf(deeds)}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function TryIt({ plugin }: { plugin: PluginView }) {
  const wish = triedFor(plugin);
  if (wish === null) return null;
  return (
    <Button look={plugin.untried ? "main" : "normal"} onClick={() => go(paths.try(wish))}>
      {words.tryIt}
    </Button>
  );
}

function Header({ detail }: { detail: PluginDetail }) {
  const { plugin } = detail;
  const agent = useAgent(plugin.agent);
  const { setEnabled } = usePluginActions();
  const { name, state, version, description, danger } = plugin;
  const bad = danger !== null || state === "broken";
  const Icon = bad ? TriangleAlert : Minus;
  return (
    <header>
      <div className={hook.hero}>
        <Emoji emoji={null} className={hook.emoji} />
        <div className={hook.heroText}>
          <h1 tabIndex={-1}>{name}</h1>
          <div className={hook.tags}>
            <PluginTag plugin={plugin} />
            <span className={`${parts.tag} ${parts.quiet}`}>{words.plugin}</span>
            {agent ? <AgentTag agent={plugin.agent} name={agent.name} /> : null}
            {version ? <span className={hook.quiet}>{version}</span> : null}
            {name === plugin.id ? null : <code className={hook.quiet}>{plugin.id}</code>}
          </div>
        </div>
        <div className={hook.heroEnd}>
          {plugin.untried ? <span className={css.first}>{strings.sentence.notYetTried}</span> : null}
          {plugin.switchable ? (
            <span className={hook.switchLabel}>
              <span aria-hidden>{plugin.enabled ? strings.hook.on : strings.hook.off}</span>
              <Switch
                label={words.turn(name)}
                on={plugin.enabled}
                onChange={(on) => void setEnabled(plugin, on)}
              />
            </span>
          ) : null}
          <TryIt plugin={plugin} />
          <More detail={detail} leave={() => goBack(paths.agent(plugin.agent))} />
        </div>
      </div>
      {description && description !== detail.sentence_words ? (
        <p className={hook.description}>{description}</p>
      ) : null}
      {danger !== null || (plugin.says !== null && plugin.state !== "broken") ? (
        <div className={hook.notice}>
          <Banner tone={bad ? "bad" : "off"} icon={<Icon size="1.125rem" strokeWidth={1.8} aria-hidden />}>
            <Words text={danger ?? plugin.says ?? ""} />
            {danger === null && plugin.reason && plugin.reason !== plugin.says ? (
              <small>{`${agent?.name ?? plugin.agent}: ${plugin.reason}`}</small>
            ) : null}
          </Banner>
        </div>
      ) : null}
    </header>
  );
}

/** Why it does not load, or why its agent refuses the whole config for it, and the ways out. */
function PluginProblem({ plugin }: { plugin: PluginView }) {
  const agent = useAgent(plugin.agent);
  const broken = plugin.state === "broken";
  const asks = !broken && agent?.runtime.config === "refused";
  const { data } = useQuery({ ...repairingQuery(plugin.hook_id), enabled: asks });
  if (!broken && (!asks || !data || data.repairs.length === 0)) return null;
  return (
    <section aria-labelledby="problem">
      <h2 id="problem" className={parts.group}>
        {strings.hook.problem}
      </h2>
      <Repairing
        sick={{ id: plugin.hook_id, reason: broken ? plugin.says : null, folder: true, every: true }}
      />
    </section>
  );
}

function Content({ detail, change }: { detail: PluginDetail; change: boolean }) {
  const { plugin } = detail;
  return (
    <>
      <Header detail={detail} />
      <PluginProblem plugin={plugin} />
      <PluginSentencePanel key={`${change}`} detail={detail} change={change} />
      <section aria-labelledby="listens">
        <div className={css.head}>
          <h2 id="listens" className={parts.group}>
            {words.listens}
          </h2>
          {plugin.loadable ? (
            <FindOut
              plugin={plugin}
              look={plugin.listens.grade === "seen" ? "normal" : "main"}
              label={plugin.listens.grade === "seen" ? words.again : words.findOut}
            />
          ) : null}
        </div>
        <Listens plugin={plugin} />
      </section>
      <PluginSettings detail={detail} />
      <Xray plugin={plugin} />
      <PluginFiles detail={detail} />
    </>
  );
}

/** One plugin: whether it loads, what it listens to, what is set for it, what its files would do. */
export default function PluginScreen({ id, change = false }: { id: string; change?: boolean }) {
  const { data, error, refetch } = useQuery(pluginQuery(id));
  const screen = useRef<HTMLDivElement>(null);
  const ready = data !== undefined;
  const title = data?.plugin.name;
  useLayoutEffect(() => {
    screen.current?.closest("main")?.scrollTo({ top: 0 });
  }, []);
  useEffect(() => {
    if (ready) screen.current?.querySelector("h1")?.focus();
  }, [ready]);
  useEffect(() => {
    document.title = title ? `${title} – ${strings.app}` : strings.app;
  }, [title]);
  const gone = isGone(error);
  return (
    <div ref={screen} className={parts.column}>
      <Back id={id} />
      {data && !gone ? <Content detail={data} change={change} /> : null}
      {gone ? (
        <Empty
          icon={Ghost}
          heading="h1"
          title={words.gone}
          actions={
            <Button look="main" onClick={() => goBack(paths.hooks)}>
              {strings.back}
            </Button>
          }
        >
          {words.goneHint}
        </Empty>
      ) : null}
      {error && !data && !gone ? (
        <ProblemScreen heading="h1" title={strings.errors.load} error={error} retry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Loading /> : null}
    </div>
  );
}
