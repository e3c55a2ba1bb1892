import { Inbox } from "lucide-react";
import type { AgentView } from "../../backend";
import { Empty } from "../../parts/Empty";
import { strings } from "../../strings";

const words = strings.noSuchHooks;

/** A version without such hooks: nothing that is installed would do anything. */
export function NoSuchHooks({ view }: { view: AgentView }) {
  return (
    <Empty icon={Inbox} title={words.title(view.runtime.named)}>
      {words.hint(view.name)}
    </Empty>
  );
}
