import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { backend } from "../../backend";
import { orTell } from "../../data/actions";
import { ownDataQuery, useOverview } from "../../data/queries";
import { keepWishes, wishesQuery } from "../../data/wishes";
import { openOverlay } from "../../frame/overlays";
import { Button } from "../../parts/Button";
import { Disclosure } from "../../parts/Disclosure";
import { askPlan, tellError } from "../../parts/dialogs";
import { KeyRows } from "../../parts/KeyRows";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Segments } from "../../parts/Segments";
import { Switch } from "../../parts/Switch";
import { tellDone } from "../../parts/toast";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { type Appearance, keepAppearance, knownAppearance } from "../../styles/appearance";
import { setZoom, stepZoom, useZoom } from "../../styles/zoom";
import { BackgroundGroup } from "./BackgroundGroup";
import { Group, Row } from "./Group";
import css from "./settings.module.css";
import { UpdatesRow } from "./UpdatesRow";

const words = strings.settings;
const own = strings.self;
const APPEARANCES: Appearance[] = ["system", "light", "dark"];

function AppearanceGroup() {
  const [appearance, setAppearance] = useState(knownAppearance);
  const zoom = useZoom();
  return (
    <Group title={words.appearance}>
      <li>
        <Segments
          label={words.appearance}
          value={appearance}
          onChange={(id) => {
            keepAppearance(id);
            setAppearance(id);
          }}
          segments={APPEARANCES.map((id) => ({ id, label: words.appearances[id] }))}
        />
      </li>
      <li>
        <div>
          <div className={css.name}>{words.size}</div>
          <p className={css.text} role="status">
            {words.sizeIs(zoom)}
          </p>
        </div>
        <div className={css.end}>
          {zoom === 100 ? null : <Button onClick={() => setZoom(100)}>{words.sizeUsual}</Button>}
          <Button iconOnly aria-label={words.smaller} onClick={() => stepZoom(-1)}>
            <Minus size="1rem" strokeWidth={2} aria-hidden />
          </Button>
          <Button iconOnly aria-label={words.larger} onClick={() => stepZoom(1)}>
            <Plus size="1rem" strokeWidth={2} aria-hidden />
          </Button>
        </div>
      </li>
    </Group>
  );
}

function SafetyGroup() {
  const client = useQueryClient();
  const { data } = useQuery(ownDataQuery);
  const { data: wishes } = useQuery(wishesQuery);
  if (!data || !wishes) return null;
  const keep = (ask_after_change: boolean) =>
    orTell(() => keepWishes(client, { ask_after_change }), strings.errors.guard);
  const set = (on: boolean) =>
    orTell(
      async () => void client.setQueryData(ownDataQuery.queryKey, await backend.setGuard(on)),
      strings.errors.guard,
    );
  return (
    <Group title={words.safety}>
      <Row
        name={words.guard}
        text={words.guardText}
        end={<Switch label={words.guard} on={data.guard} onChange={set} />}
      />
      <Row
        name={words.askAfter}
        text={words.askAfterText}
        end={<Switch label={words.askAfter} on={wishes.ask_after_change} onChange={keep} />}
      />
    </Group>
  );
}

const NOTICES = ["changed", "installed", "tried"] as const;

/** What the desktop may be told of. Nothing, as long as nobody said so. */
function NoticesGroup() {
  const client = useQueryClient();
  const { data } = useQuery(wishesQuery);
  const { machine } = useOverview();
  // Elsewhere the desktop is not told yet.
  if (!data || machine.platform !== "linux") return null;
  const { notices } = data;
  const set = (change: Partial<typeof notices>) =>
    orTell(() => keepWishes(client, { notices: { ...notices, ...change } }), strings.errors.guard);
  return (
    <Group title={words.notices} foot={words.noticesFoot}>
      {NOTICES.map((id) => (
        <Row
          key={id}
          name={words.noticesOf[id].name}
          text={words.noticesOf[id].text}
          end={
            <Switch label={words.noticesOf[id].name} on={notices[id]} onChange={(on) => set({ [id]: on })} />
          }
        />
      ))}
    </Group>
  );
}

function OwnData() {
  const client = useQueryClient();
  const { data, error } = useQuery(ownDataQuery);
  const open = () => orTell(async () => void (await backend.openOwnData()), strings.errors.openFolder);
  const remove = () =>
    orTell(async () => {
      if (!data) return;
      const plan = { title: words.removeOwnTitle, steps: data.goes, stays: data.stays, files: [], also: [] };
      if (!(await askPlan(plan, { confirmLabel: strings.plan.remove, destructive: true }))) return;
      await backend.removeOwnData();
      await client.invalidateQueries();
      tellDone(words.removeOwnDone, null);
    }, strings.errors.ownData);
  return (
    <Group title={words.ownData} foot={words.ownDataFoot}>
      {data ? (
        <li>
          <div>
            <code className={css.value}>{data.folder}</code>
            <p className={css.text}>{data.exists ? words.ownDataText : words.ownDataNone}</p>
            {data.exists ? <p className={css.text}>{data.copies}</p> : null}
          </div>
          {data.exists ? (
            <div className={css.end}>
              <Button onClick={open}>{strings.banners.openFolder}</Button>
              <Button look="danger" onClick={remove}>
                {words.removeOwn}
              </Button>
            </div>
          ) : null}
        </li>
      ) : null}
      {error ? (
        <li>
          <InlineProblem error={error} />
        </li>
      ) : null}
    </Group>
  );
}

/** Which version this is, under which licences, and where everything is. */
function AboutGroup() {
  const { data, error, refetch } = useQuery({
    queryKey: ["about"],
    queryFn: () => backend.about(),
    staleTime: 0,
  });
  const openLog = async () => {
    try {
      await backend.openLog();
    } catch (failed) {
      // What the system said is for people who help. Its owner needs where the log is.
      const path = data?.log ?? null;
      tellError(
        failed,
        strings.errors.openLog,
        path === null ? null : { text: strings.errors.noOpener, path },
      );
    }
  };
  const openParts = () => orTell(async () => void (await backend.openThirdParty()), strings.errors.openList);
  return (
    <Group id="about" title={own.title}>
      {data ? (
        <>
          <li>
            <div>
              <div className={css.name}>{own.version(data.version)}</div>
              <div className={css.text}>
                <Disclosure open={own.licence}>
                  <pre className={css.licence}>{data.licence}</pre>
                  <p className={css.text}>{own.licences(data.licences)}</p>
                  {data.third_party ? <Button onClick={openParts}>{own.thirdParty}</Button> : null}
                </Disclosure>
              </div>
            </div>
            <div className={css.end}>
              <Button onClick={() => go(paths.help())}>{strings.help.open}</Button>
            </div>
          </li>
          <UpdatesRow from={data.updates_from} onSet={refetch} />
          <li>
            <div>
              <div className={css.name}>{own.places}</div>
              <dl className={css.places}>
                {data.places.map(({ what, path }) => (
                  <div key={what}>
                    <dt>{what}</dt>
                    <dd>
                      <code>{path}</code>
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        </>
      ) : null}
      <Row
        name={own.trouble}
        text={own.troubleHint}
        end={
          <>
            <Button onClick={() => void openLog()}>{own.openLog}</Button>
            <Button onClick={() => openOverlay("diagnostics")}>{strings.copyDiagnostics}</Button>
          </>
        }
      />
      {error ? (
        <li>
          <InlineProblem error={error} />
        </li>
      ) : null}
    </Group>
  );
}

/** What concerns Tacklebox itself. */
export function OwnSettings() {
  return (
    <>
      <AppearanceGroup />
      <SafetyGroup />
      <NoticesGroup />
      <BackgroundGroup />
      <OwnData />
      <AboutGroup />
      <section aria-labelledby="keys">
        <h2 id="keys" className={parts.group}>
          {words.keys}
        </h2>
        <KeyRows />
      </section>
    </>
  );
}
