import { useQuery } from "@tanstack/react-query";
import type { Hook } from "../../backend";
import { activityQuery } from "../../data/queries";
import { formatDateTime } from "../../format";
import { LinkButton } from "../../parts/Button";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./hook.module.css";
import { lastTry } from "./last-try";

const words = strings.lastTry;

/** When it was last tried here and what came of it; nothing where it never was. */
export function LastTryRow({ hook }: { hook: Hook }) {
  const { data } = useQuery(activityQuery);
  const last = data ? lastTry(data, hook) : null;
  const [key] = hook.events;
  if (!last) return null;
  return (
    <div>
      <dt>{words.title}</dt>
      <dd>
        {last.outcome}
        {last.event === null ? null : ` · ${last.event}`}
        <span className={css.quiet}>
          {" · "}
          <time dateTime={last.at}>{formatDateTime(last.at)}</time>
        </span>
        {key === undefined ? null : (
          <>
            {" · "}
            <LinkButton onClick={() => go(paths.try({ agent: hook.agent, key, hook: hook.id }))}>
              {words.again}
            </LinkButton>
          </>
        )}
      </dd>
    </div>
  );
}
