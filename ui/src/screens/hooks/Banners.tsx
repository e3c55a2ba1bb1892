import { FileWarning, Lock, PowerOff, RotateCw, TriangleAlert } from "lucide-react";
import type { AgentView, Note, ProblemView } from "../../backend";
import { useActions } from "../../data/actions";
import { useConfigRepair } from "../../data/repairs";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import { Switch } from "../../parts/Switch";
import { Words } from "../../parts/Words";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { grave, KEPT, PUTS_BACK } from "./AgentNotes";
import css from "./hooks.module.css";

const words = strings.banners;
/** A banner is a notice, not a log. */
const MOST_CHANGES = 3;
const icon = { size: "1rem", strokeWidth: 1.8, "aria-hidden": true } as const;

function Pending({ view }: { view: AgentView }) {
  const { dismissPending } = useActions();
  if (view.pending.length === 0) return null;
  return (
    <Banner
      tone="warn"
      icon={<RotateCw {...icon} />}
      end={
        <Button look="plain" onClick={() => dismissPending(view.agent)}>
          {words.dismiss}
        </Button>
      }
    >
      <b>{words.restart(view.restart_hint, view.pending.length)}</b>{" "}
      {view.pending.slice(0, MOST_CHANGES).join(" ")}
      {view.pending.length > MOST_CHANGES ? ` ${words.more(view.pending.length - MOST_CHANGES)}` : null}
    </Banner>
  );
}

function HooksOff({ view }: { view: AgentView }) {
  const { setHooksOn } = useActions();
  if (view.hooks_on) return null;
  return (
    <Banner
      tone="off"
      icon={<PowerOff {...icon} />}
      end={
        <Switch
          label={words.offSwitch(view.name)}
          on={false}
          onChange={(on) => setHooksOn(view.agent, view.name, on)}
        />
      }
    >
      <b>{words.off(view.name)}</b> {words.offHint}
    </Banner>
  );
}

function byFile(problems: ProblemView[]) {
  const files = new Map<string, [ProblemView, ...ProblemView[]]>();
  for (const problem of problems) {
    const key = `${problem.with} ${problem.path}`;
    const file = files.get(key);
    if (file) file.push(problem);
    else files.set(key, [problem]);
  }
  return [...files.values()];
}

const fileName = (path: string) => path.split(/[\\/]/).at(-1);

/** What is wrong with one file: one banner, however much that is. */
function Problems({ view, problems }: { view: AgentView; problems: [ProblemView, ...ProblemView[]] }) {
  const { openConfigFolder } = useActions();
  const repair = useConfigRepair(view.agent, view.blocked !== null);
  const [problem] = problems;
  // Another file than the config, and no place in it: the editor of the config would not show it.
  const isText = problem.line !== null || fileName(problem.path) === fileName(view.config);
  const line = problems.length === 1 ? problem.line : null;
  const place = line === null ? "" : `, ${words.place(line, problem.column)}`;
  const more = problems.length - MOST_CHANGES;
  return (
    <Banner
      tone={problem.with === "place" ? "warn" : "bad"}
      icon={<FileWarning {...icon} />}
      end={
        <>
          <Button onClick={() => openConfigFolder(view.agent)}>{words.openFolder}</Button>
          {isText ? (
            <Button
              look={repair || problem.with === "place" ? "normal" : "main"}
              onClick={() => go(paths.config(view.agent, problem))}
            >
              {strings.hooks.editAsText}
            </Button>
          ) : null}
          {repair ? (
            <Button look="main" onClick={repair}>
              {words.repair}
            </Button>
          ) : null}
        </>
      }
    >
      <b>{words.problem(view.name)[problem.with]}</b>{" "}
      {problems.length === 1 ? (
        <Words text={problem.message} />
      ) : (
        <ul className={css.each}>
          {problems.slice(0, MOST_CHANGES).map(({ message }) => (
            <li key={message}>
              <Words text={message} />
            </li>
          ))}
          {more > 0 ? <li>{words.more(more)}</li> : null}
        </ul>
      )}{" "}
      {problem.with === "config" ? words.configUnharmed : null}
      <small>
        {problem.path}
        {place}
      </small>
    </Banner>
  );
}

/** The file can be read, and this version of the agent ignores all of it. */
function ConfigRefused({ view }: { view: AgentView }) {
  const { runtime, blocked } = view;
  const { openConfigFolder } = useActions();
  const repair = useConfigRepair(view.agent, runtime.config === "refused");
  // One that cannot even be read is told above: one cause, one banner.
  const unread = view.problems.some((problem) => problem.message === blocked?.message);
  if (runtime.config !== "refused" || unread) return null;
  return (
    <Banner
      tone="bad"
      icon={<FileWarning {...icon} />}
      end={
        <>
          {blocked?.elsewhere ? (
            <Button look={repair ? "normal" : "main"} onClick={() => openConfigFolder(view.agent)}>
              {words.openFolder}
            </Button>
          ) : (
            <Button look={repair ? "normal" : "main"} onClick={() => go(paths.config(view.agent, blocked))}>
              {strings.hooks.editAsText}
            </Button>
          )}
          {repair ? (
            <Button look="main" onClick={repair}>
              {words.repair}
            </Button>
          ) : null}
        </>
      }
    >
      <b>{words.refused(runtime.named, blocked?.folders_run ?? false)}</b>{" "}
      {runtime.config_problems.slice(0, MOST_CHANGES).map(({ path, message }) => (
        <span key={`${path} ${message}`}>
          <code>{path}</code>: <Words text={message} />{" "}
        </span>
      ))}
    </Banner>
  );
}

/** It does not start, or not with what is shown here, or nothing of that can be changed here. */
export function Grave({ view, note }: { view: AgentView; note: Note }) {
  const { agent } = view;
  // What keeps it from starting may be another file.
  const edit =
    note.id === PUTS_BACK || / with its config|\bgateway\.(mode|bind|auth)/.test(note.sentence) ? (
      <Button onClick={() => go(paths.config(agent, null))}>{strings.hooks.editAsText}</Button>
    ) : null;
  const kept = note.id === KEPT;
  return (
    <Banner
      tone={kept ? "off" : "bad"}
      icon={kept ? <Lock {...icon} /> : <TriangleAlert {...icon} />}
      end={edit}
    >
      <Words text={note.sentence} />
      <small>{strings.hooks.seen(note.seen)}</small>
    </Banner>
  );
}

/** What concerns an agent as a whole. */
export function Banners({ views }: { views: AgentView[] }) {
  const busy = views.filter(
    (view) =>
      view.found &&
      (!view.hooks_on ||
        view.runtime.config === "refused" ||
        view.pending.length + view.problems.length + grave(view).length > 0),
  );
  if (busy.length === 0) return null;
  return (
    <div className={css.banners}>
      {busy.map((view) => [
        ...byFile(view.problems).map((problems) => (
          <Problems key={`${problems[0].with} ${problems[0].path}`} view={view} problems={problems} />
        )),
        <ConfigRefused key={`${view.agent} refused`} view={view} />,
        ...grave(view).map((note) => <Grave key={`${view.agent} ${note.id}`} view={view} note={note} />),
        <HooksOff key={`${view.agent} off`} view={view} />,
        <Pending key={`${view.agent} pending`} view={view} />,
      ])}
    </div>
  );
}
