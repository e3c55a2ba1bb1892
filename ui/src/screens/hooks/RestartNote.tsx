import type { Hook } from "../../backend";
import { useAgent } from "../../data/queries";
import { strings } from "../../strings";

/** "Restart Milady to apply", for as long as the agent has not seen what was changed on this hook. */
export function RestartNote({ hook, className }: { hook: Hook; className?: string }) {
  const agent = useAgent(hook.agent);
  if (!agent?.restart_hint || !agent.pending_hooks.includes(hook.id)) return null;
  return <div className={className}>{strings.hooks.restart(agent.restart_hint)}</div>;
}
