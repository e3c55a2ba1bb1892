import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Hook, HookAction, HookDetail } from "../../backend";
import { timelineQuery } from "../../data/queries";
import { LinkButton } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./does.module.css";
import hookCss from "./hook.module.css";

const words = strings.does;

function Text({ children }: { children: string }) {
  if (children.trim() === "") return <span className={css.blank}>{words.notFilled}</span>;
  const long = children.includes("\n") || children.length > 80;
  return long ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keys.
    <pre className={css.text} tabIndex={0}>
      {children}
    </pre>
  ) : (
    <code className={css.code}>{children}</code>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Names with values, of which the engine has masked what is secret. */
function Pairs({ name, pairs, sign }: { name: string; pairs: Record<string, string> | null; sign: string }) {
  const lines = Object.entries(pairs ?? {});
  return lines.length === 0 ? null : (
    <Row name={name}>
      <ul className={css.lines}>
        {lines.map(([key, value]) => (
          <li key={key}>
            <code className={css.code}>{`${key}${sign}${value}`}</code>
          </li>
        ))}
      </ul>
    </Row>
  );
}

/** What is run, sent or added, in full. */
export function ActionRows({
  action,
  starts = [],
  reads = [],
}: {
  action: HookAction;
  starts?: string[];
  reads?: string[];
}) {
  return (
    <>
      {action.command === null ? null : (
        <Row name={words.command}>
          <Text>{action.command}</Text>
        </Row>
      )}
      {starts.length === 0 ? null : (
        <Row name={words.starts}>
          <code className={css.code}>{starts.join(", ")}</code>
        </Row>
      )}
      {reads.length === 0 ? null : (
        <Row name={words.reads}>
          <code className={css.code}>{reads.join(", ")}</code>
        </Row>
      )}
      {action.workdir === null ? null : (
        <Row name={words.folder}>
          <code className={css.code}>{action.workdir}</code>
        </Row>
      )}
      <Pairs name={words.sets} pairs={action.env} sign="=" />
      {action.url === null ? null : (
        <Row name={words.request}>
          {action.url.trim() === "" ? null : <span className={css.method}>{action.method}</span>}
          <Text>{action.url}</Text>
        </Row>
      )}
      <Pairs name={words.headers} pairs={action.headers} sign=": " />
      {action.url === null || (action.body === null && action.method === "GET") ? null : (
        <Row name={words.body}>{action.body === null ? words.event : <Text>{action.body}</Text>}</Row>
      )}
      {action.content === null ? null : (
        <Row name={words.position[action.position ?? ""] ?? words.content}>
          <Text>{action.content}</Text>
        </Row>
      )}
    </>
  );
}

/** For whom it is called. */
function Only({ hook }: { hook: Hook }) {
  const { channels = [], users = [], pattern = null, nobody = false } = hook.conditions ?? {};
  if (channels.length + users.length === 0 && pattern === null && !nobody) return words.everybody;
  return (
    <ul className={css.lines}>
      {nobody ? <li>{words.nobody}</li> : null}
      {channels.length > 0 ? <li>{words.channels(channels)}</li> : null}
      {users.length > 0 ? <li>{words.users(users)}</li> : null}
      {pattern === null ? null : (
        <li>
          {words.pattern} <code className={css.code}>{pattern}</code>
        </li>
      )}
    </ul>
  );
}

/** The hooks and plugins before it that may stop what happens, so that it is not called. */
function Stoppers({ hook }: { hook: Hook }) {
  const { data = [] } = useQuery(timelineQuery(hook.agent));
  const before = data.flatMap(({ in_turn, hooks }) => {
    const own = hooks.findIndex(({ id }) => id === hook.id);
    return in_turn
      ? hooks.slice(0, Math.max(own, 0)).filter(({ can_stop, id }) => can_stop && id !== hook.id)
      : [];
  });
  const named = [...new Map(before.map((one) => [one.id, one])).values()];
  if (named.length === 0) return null;
  return (
    <Row name={words.after}>
      <ul className={css.lines}>
        {named.map(({ id, title, plugin }) => (
          <li key={id} className={css.name}>
            <LinkButton onClick={() => go(plugin === null ? paths.hook(id) : paths.plugin(id))}>
              {title}
            </LinkButton>
          </li>
        ))}
        <li>{words.stoppers}</li>
      </ul>
    </Row>
  );
}

/** As it is called in the hook's folder. */
const fileOf = (path: string, dir: string | null) =>
  dir !== null && path.startsWith(`${dir}/`) ? path.slice(dir.length + 1) : path;

/** What a hook does when it is called, for whom, and how long it may take. */
export function Does({ detail, end }: { detail: HookDetail; end?: ReactNode }) {
  const { hook, starts, reads, unordered } = detail;
  const { action } = hook;
  if (action === null) return null;
  return (
    <section aria-labelledby="does">
      <div className={css.head}>
        <h2 id="does" className={parts.group}>
          {words.title}
        </h2>
        {end}
      </div>
      <dl className={`${parts.card} ${hookCss.facts}`}>
        <Row name={words.does}>{words.kinds[action.kind]}</Row>
        {hook.handler?.kind === "module" ? (
          <Row name={words.module}>
            <code className={css.code}>{fileOf(hook.handler.path, hook.dir)}</code>
            {hook.handler.export === "default" ? null : words.calls(hook.handler.export)}
          </Row>
        ) : null}
        <ActionRows action={action} starts={starts} reads={reads} />
        {hook.conditions ? (
          <Row name={words.onlyIf}>
            <Only hook={hook} />
          </Row>
        ) : null}
        {hook.timeout_secs === null ? null : <Row name={words.limit}>{words.seconds(hook.timeout_secs)}</Row>}
        {hook.priority === 0 || hook.source === "builtin" ? null : (
          <Row name={words.order}>{words.first(hook.priority, unordered)}</Row>
        )}
        <Stoppers hook={hook} />
      </dl>
    </section>
  );
}
