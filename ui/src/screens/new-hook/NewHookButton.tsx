import { Plus } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import type { AgentId } from "../../backend";
import { Button, type Look } from "../../parts/Button";
import { strings } from "../../strings";

/** Not part of the first load: it is wanted seldom. */
const NewHookSheet = lazy(() => import("./NewHookSheet"));

type Props = { agent: AgentId; event?: string; look?: Look; iconOnly?: boolean };

/** Opens the sheet in which a new hook is made. */
export function NewHookButton({ agent, event, look, iconOnly }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // The sheet is loaded late, so nobody else knows where the focus was.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <>
      <Button
        ref={button}
        look={look}
        iconOnly={iconOnly}
        aria-label={iconOnly ? strings.newHook.open : undefined}
        title={iconOnly ? strings.newHook.open : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {iconOnly ? <Plus size="1rem" strokeWidth={1.8} aria-hidden /> : strings.newHook.open}
      </Button>
      {open ? (
        <Suspense>
          <NewHookSheet agent={agent} event={event ?? null} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
