import { Plus } from "lucide-react";
import type { AgentId } from "../../backend";
import { Button, type Look } from "../../parts/Button";
import { go, paths } from "../../routes";
import { strings } from "../../strings";

type Props = { agent: AgentId; event?: string; look?: Look; iconOnly?: boolean };

/** Opens the editor in which a new hook is made. */
export function NewHookButton({ agent, event, look, iconOnly }: Props) {
  return (
    <Button
      look={look}
      iconOnly={iconOnly}
      aria-label={iconOnly ? strings.newHook.open : undefined}
      title={iconOnly ? strings.newHook.open : undefined}
      onClick={() => go(paths.newHook(agent, event))}
    >
      {iconOnly ? <Plus size="1rem" strokeWidth={1.8} aria-hidden /> : strings.newHook.open}
    </Button>
  );
}
