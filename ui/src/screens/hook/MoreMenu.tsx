import { Ellipsis } from "lucide-react";
import { useRef, useState } from "react";
import { Menu, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { backend, type HookDetail } from "../../backend";
import { orTell, useActions } from "../../data/actions";
import { disabledOf, itemsOf } from "../../parts/Choices";
import parts from "../../parts/parts.module.css";
import { TriggerButton } from "../../parts/TriggerButton";
import { go, paths } from "../../routes";
import { strings } from "../../strings";
import { type Deed, deedsOf } from "./deeds";
import { PortSheet } from "./PortSheet";
import { RemoveDialog, type RemovePlans, removePlans } from "./RemoveDialog";
import { useUpdateThere } from "./UpdateNote";

const words = strings.hook;

/** Everything that is done to a hook as a whole. */
export function MoreMenu({ detail }: { detail: HookDetail }) {
  const { hook } = detail;
  const { openFolder, ownCopy, update } = useActions();
  const deeds = deedsOf(detail, useUpdateThere(hook.id));
  const [removing, setRemoving] = useState<RemovePlans | null>(null);
  const [porting, setPorting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** The menu is gone by now, so nobody else knows where the focus was. */
  const focusAgain = () => requestAnimationFrame(() => button.current?.focus());
  const actions: Record<Deed, () => Promise<unknown>> = {
    edit: async () => go(paths.edit(hook.id)),
    program: async () => go(paths.file(hook.id, detail.program ?? "")),
    folder: () => openFolder(hook.id),
    update: () => update(hook),
    own: () => ownCopy(hook),
    copy: async () => setPorting(true),
    remove: () =>
      orTell(async () => setRemoving(await removePlans(backend, hook.id)), strings.errors.remove(hook.title)),
  };
  return (
    <>
      <MenuTrigger>
        <TriggerButton ref={button} iconOnly aria-label={words.more}>
          <Ellipsis size="1rem" strokeWidth={2} aria-hidden />
        </TriggerButton>
        <Popover placement="bottom end" offset={4}>
          <Menu
            className={parts.menu}
            aria-label={words.more}
            disabledKeys={disabledOf(deeds)}
            onAction={(key) => void actions[key as Deed]()}
          >
            {itemsOf(deeds)}
          </Menu>
        </Popover>
      </MenuTrigger>
      {removing ? (
        <RemoveDialog
          hook={hook}
          plans={removing}
          onClose={() => {
            setRemoving(null);
            focusAgain();
          }}
        />
      ) : null}
      {porting ? (
        <PortSheet
          hook={hook}
          onClose={() => {
            setPorting(false);
            focusAgain();
          }}
        />
      ) : null}
    </>
  );
}
