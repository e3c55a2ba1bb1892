import type { Hook } from "../../backend";
import { useAgent } from "../../data/queries";
import { strings } from "../../strings";

/** Whether the agent has not seen yet what was changed on this hook. */
function useWaits(hook: Hook) {
  const agent = useAgent(hook.agent);
  return agent?.restart_hint && agent.pending_hooks.includes(hook.id) ? agent.restart_hint : null;
}

/** In a list the banner above says what to do, once for all of its rows. */
export function WaitsNote({ hook, className }: { hook: Hook; className?: string }) {
  return useWaits(hook) === null ? null : <div className={className}>{strings.hooks.waits}</div>;
}

/** "Restart Milady to apply", for as long as the agent has not seen what was changed on this hook. */
export function RestartNote({ hook, className }: { hook: Hook; className?: string }) {
  const hint = useWaits(hook);
  return hint === null ? null : <div className={className}>{strings.hooks.restart(hint)}</div>;
}
