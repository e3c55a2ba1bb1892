import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Repairing as Found, Hook, RepairView } from "../../backend";
import { backend } from "../../backend";
import { tellChange, useActions } from "../../data/actions";
import { repairingQuery } from "../../data/queries";
import { Button } from "../../parts/Button";
import { CopyButton } from "../../parts/Copy";
import { Disclosure } from "../../parts/Disclosure";
import { DiffText } from "../../parts/PlanDetails";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./hook.module.css";

const words = strings.repairing;

/** One way out: what it does, the change itself, and one button. */
function Way({ id, repair, main }: { id: string; repair: RepairView; main: boolean }) {
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: async () => tellChange(client, await backend.repair(id, repair.id)),
  });
  return (
    <div className={css.way}>
      <p className={css.wayTitle}>{repair.title}</p>
      {repair.plan.files.map((file) => (
        <div key={file.path}>
          <p className={css.small}>
            <code>{file.path}</code>
          </p>
          <DiffText label={strings.plan.diff(file.path)} diff={file.diff} />
        </div>
      ))}
      {repair.plan.files.length === 0 ? (
        <ul className={css.small}>
          {repair.plan.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      ) : null}
      {[...repair.plan.also.map(({ would }) => would), ...repair.plan.stays].map((line) => (
        <p key={line} className={css.small}>
          {line}
        </p>
      ))}
      {repair.hooks.length > 1 ? <p className={css.small}>{words.helps(repair.hooks.length)}</p> : null}
      <div className={css.actions}>
        <Button
          look={main ? "main" : "normal"}
          // Not `disabled`: the focus would be lost while it is at work.
          aria-disabled={make.isPending || undefined}
          onClick={() => make.isPending || make.mutate()}
        >
          {words.repair}
        </Button>
      </div>
      {make.error ? <InlineProblem error={make.error} /> : null}
    </div>
  );
}

/** It does not load, or it is called and fails each time. Where it only does nothing, there is nothing to repair. */
export const isSick = ({ state, row, warning, notes }: Hook) =>
  state === "broken" ||
  (row === "no-effect" && warning !== null && !notes.some(({ id }) => id === "does-nothing"));

/** The way out of what is wrong with it: what is about something else does not bring it back. */
export const wayOut = ({ repairs }: Found) => repairs.find(({ cures, leaves }) => cures || leaves !== null);

/** A hook or a plugin that is broken; `folder` says whether it has one, `every` whether all ways are shown: those that are
 * about something else have no other place; `seen` says how it is known, `setUp` that the next thing to do is in Setup. */
type Sick = {
  id: string;
  reason: string | null;
  folder: boolean;
  every?: boolean;
  seen?: string | null;
  setUp?: boolean;
};

function Trouble({ sick, found }: { sick: Sick; found: Found }) {
  const { openFolder } = useActions();
  const { trouble, repairs } = found;
  const first = wayOut(found);
  const others = sick.every ? repairs.filter((way) => way !== first) : [];
  const says = trouble?.says ?? sick.reason;
  // One next thing to do: to look at it is that only where nothing else is.
  const look = first || others.length > 0 || sick.setUp ? "normal" : "main";
  return (
    <>
      {says ? (
        <p className={css.name}>
          <Words text={says} />
        </p>
      ) : null}
      {sick.seen ? <p className={css.reallySeen}>{sick.seen}</p> : null}
      {first || trouble === null ? null : <p>{words.alone}</p>}
      {first ? <Way id={sick.id} repair={first} main /> : null}
      {others.map((way) => (
        <div key={way.id}>
          <p className={says ? css.problemSpace : css.name}>
            <Words text={way.says} />
          </p>
          <Way id={sick.id} repair={way} main={first === undefined} />
        </div>
      ))}
      <div className={`${css.actions} ${css.problemSpace}`}>
        {trouble?.file ? (
          <Button look={look} onClick={() => go(paths.file(sick.id, trouble.file ?? "", trouble.line))}>
            {trouble.line === null ? words.open(trouble.file) : words.openAt(trouble.file, trouble.line)}
          </Button>
        ) : null}
        {sick.folder ? (
          <Button look={trouble?.file ? "normal" : look} onClick={() => openFolder(sick.id)}>
            {strings.hook.openFolder}
          </Button>
        ) : null}
        {trouble ? <CopyButton text={trouble.letter} label={words.author} /> : null}
      </div>
      {trouble?.technical ? (
        <div className={css.asRead}>
          <Disclosure open={words.details}>
            <p className={css.small}>
              <Words text={trouble.technical} />
            </p>
          </Disclosure>
        </div>
      ) : null}
    </>
  );
}

/** What is wrong with a hook or plugin, in plain words, and its way out; loaded when one is broken. */
export function Repairing({ sick }: { sick: Sick }) {
  const { data, error } = useQuery(repairingQuery(sick.id));
  return (
    <div className={`${parts.card} ${css.problemCard}`} aria-busy={(!data && !error) || undefined}>
      {data ? (
        <Trouble sick={sick} found={data} />
      ) : (
        <>
          <p className={css.name}>
            <Words text={sick.reason ?? ""} />
          </p>
          {error ? <InlineProblem error={error} /> : null}
        </>
      )}
    </div>
  );
}
