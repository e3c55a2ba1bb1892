import type { AgentId } from "../../backend";
import { useAgent } from "../../data/queries";
import { strings } from "../../strings";

/** When the agent leaves out a hook that fails again and again, and what that means for a try. */
export function Breaker({ agent, className }: { agent: AgentId; className?: string }) {
  const note = useAgent(agent)?.notes.find(({ id }) => id === "breaker");
  if (!note) return null;
  return (
    <p className={className}>
      {note.sentence} {strings.try.breaker}
    </p>
  );
}
