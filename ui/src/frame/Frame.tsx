import { PanelLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { TriggerButton } from "../parts/Button";
import { useRoute } from "../routes";
import { strings } from "../strings";
import css from "./frame.module.css";
import { Sidebar } from "./Sidebar";

/** Under 720 px the sidebar waits behind a button; going somewhere closes it again. */
function Drawer() {
  const route = useRoute();
  const address = JSON.stringify(route);
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <DialogTrigger isOpen={openAt === address} onOpenChange={(open) => setOpenAt(open ? address : null)}>
      <TriggerButton look="plain" iconOnly aria-label={strings.frame.menu}>
        <PanelLeft size="1.125rem" strokeWidth={1.8} aria-hidden />
      </TriggerButton>
      <ModalOverlay isDismissable className={css.drawerScrim}>
        <Modal className={css.drawer}>
          <Dialog aria-label={strings.frame.label}>
            <Sidebar />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={css.frame}>
      <div className={css.strip} data-tauri-drag-region />
      <Sidebar />
      <header className={css.topbar}>
        <Drawer />
        {strings.app}
      </header>
      <main className={css.main} id="content">
        {children}
      </main>
    </div>
  );
}
