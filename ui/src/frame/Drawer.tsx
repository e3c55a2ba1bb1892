import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { strings } from "../strings";
import css from "./frame.module.css";
import { Sidebar } from "./Sidebar";

/** The sidebar over the page, where the window is too narrow for both. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || onClose()} isDismissable className={css.drawerScrim}>
      <Modal className={css.drawer}>
        <Dialog aria-label={strings.frame.label}>
          <Sidebar />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
