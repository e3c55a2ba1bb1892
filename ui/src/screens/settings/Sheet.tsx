import type { ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import overlay from "../../parts/overlay.module.css";

type Props = {
  title: string;
  /** Esc closes only what loses nothing. */
  dirty: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Something to fill in, over the page. */
export function Sheet({ title, dirty, onClose, children }: Props) {
  return (
    <ModalOverlay
      isOpen
      isKeyboardDismissDisabled={dirty}
      onOpenChange={(open) => open || onClose()}
      className={overlay.scrim}
    >
      <Modal className={overlay.sheet}>
        <Dialog className={overlay.dialog}>
          <div className={overlay.head}>
            <Heading slot="title">{title}</Heading>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
