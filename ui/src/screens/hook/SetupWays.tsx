import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend, type InstallOption, type ProvisionView, type SetupItem } from "../../backend";
import { jobsQuery } from "../../data/jobs";
import { Button } from "../../parts/Button";
import { CopyButton } from "../../parts/Copy";
import { Disclosure } from "../../parts/Disclosure";
import { InlineProblem } from "../../parts/Problem";
import { strings } from "../../strings";
import css from "./hook.module.css";
import own from "./install.module.css";
import { OpenLink } from "./OpenLink";

const words = strings.install;

/** Starts an installation; the steps below the list say how it goes on. */
export function useInstall(hookId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ program, method }: { program: string; method: string }) => {
      await backend.installProgram(hookId, program, method);
      await client.invalidateQueries(jobsQuery(hookId));
    },
  });
}

type WayProps = {
  option: InstallOption;
  prominent: boolean;
  busy: boolean;
  install: ReturnType<typeof useInstall>;
};

/** One way: what is run is there before it can be clicked. */
function Way({ option, prominent, busy, install }: WayProps) {
  const { program, id: method } = option;
  const waits = busy || install.isPending;
  return (
    <>
      <div className={css.command}>
        <div>
          <small>{option.label}</small>
          {option.command ? <code>{option.command}</code> : null}
          {option.note ? <small className={own.note}>{option.note}</small> : null}
        </div>
        {option.url ? <OpenLink url={option.url}>{strings.hook.openPage}</OpenLink> : null}
        {option.runnable ? (
          <Button
            look={prominent ? "main" : "normal"}
            aria-label={words.buttonLabel(option.label)}
            // Not `disabled`: the focus would be lost while it runs.
            aria-disabled={waits || undefined}
            onClick={() => waits || install.mutate({ program, method })}
          >
            {busy ? words.busy : words.button}
          </Button>
        ) : option.command ? (
          <CopyButton text={option.command} label={words.copy} />
        ) : null}
      </div>
      {install.error && install.variables?.method === method && install.variables.program === program ? (
        <div className={css.problemSpace}>
          <InlineProblem error={install.error} />
        </div>
      ) : null}
    </>
  );
}

type Props = { hookId: string; item: SetupItem; jobs: ProvisionView[]; prominent: boolean };

/** How a missing program can be installed: the first way is seen, the others are a click away. */
export function Ways({ hookId, item, jobs, prominent }: Props) {
  const install = useInstall(hookId);
  const busy = jobs.some((job) => !job.ended && item.names.includes(job.program));
  const way = (option: InstallOption, first: boolean) => (
    <Way
      key={`${option.program} ${option.id}`}
      option={option}
      prominent={first && prominent}
      busy={busy}
      install={install}
    />
  );
  const [first, ...others] = item.install;
  if (!first) return null;
  return (
    <>
      {way(first, true)}
      {others.length > 0 ? (
        <div className={own.others}>
          <Disclosure open={words.others(others.length)}>
            {others.map((option) => way(option, false))}
          </Disclosure>
        </div>
      ) : null}
    </>
  );
}
