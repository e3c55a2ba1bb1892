import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Moon } from "lucide-react";
import type { Included, IncludedFor } from "../../backend";
import { useActions } from "../../data/actions";
import { hookQuery } from "../../data/queries";
import { Button, LinkButton } from "../../parts/Button";
import { Emoji } from "../../parts/Glyph";
import { InlineProblem } from "../../parts/Problem";
import parts from "../../parts/parts.module.css";
import { go, isPlugin, paths } from "../../routes";
import { strings } from "../../strings";
import css from "./get.module.css";

const words = strings.get;

type Props = { hook: Included; offer: IncludedFor; agentName: string };

/** Installs, and goes on to the hook's own screen where something is still missing. */
function useInstall({ hook, offer }: Props) {
  const client = useQueryClient();
  const { install } = useActions();
  return useMutation({
    mutationFn: () => install(hook.name, offer.agent),
    onSuccess: async (id) => {
      // A plugin has nothing to set up before it loads.
      if (isPlugin(id)) return;
      const detail = await client.fetchQuery(hookQuery(id));
      if (detail.setup.some((item) => !item.met)) go(paths.hook(id, "setup"));
    },
  });
}

export function HookCard(props: Props) {
  const { hook, offer, agentName } = props;
  const { installed } = offer;
  const install = useInstall(props);
  return (
    <li className={css.card}>
      <h2 className={css.name}>
        <Emoji emoji={hook.emoji} className={css.emoji} />
        <LinkButton onClick={() => go(paths.included(offer.agent, hook.name))}>{hook.title}</LinkButton>
      </h2>
      <p className={css.text}>{hook.description}</p>
      {install.error ? <InlineProblem error={install.error} /> : null}
      <div className={css.end}>
        {installed === null ? (
          offer.waits === null ? (
            <>
              <span className={css.needs}>{offer.needs}</span>
              <Button
                look="main"
                aria-label={words.installLabel(hook.title, agentName)}
                aria-disabled={install.isPending}
                onClick={() => install.isPending || install.mutate()}
              >
                {install.isPending ? words.installing : words.install}
              </Button>
            </>
          ) : (
            // What would come to nothing is not offered: its name leads to what it is.
            <span className={`${css.needs} ${css.waits}`}>
              <Moon size="0.8125rem" strokeWidth={2} aria-hidden /> {offer.waits}
            </span>
          )
        ) : (
          <>
            <span className={`${parts.tag} ${parts.ok}`}>
              <Check aria-hidden />
              {words.installed}
            </span>
            {offer.waits === null ? null : <span className={`${css.needs} ${css.waits}`}>{offer.waits}</span>}
            <Button
              look="plain"
              aria-label={words.openLabel(hook.title)}
              onClick={() => go(paths.installed(installed))}
            >
              {words.open}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
