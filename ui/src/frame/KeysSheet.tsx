import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button } from "../parts/Button";
import { KeyRows } from "../parts/KeyRows";
import overlay from "../parts/overlay.module.css";
import { go, paths } from "../routes";
import { strings } from "../strings";

/** All keys, over whatever is being done: F1 or ?. The sheet has the focus, so it begins at its top and scrolls by keys. */
export default function KeysSheet({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => open || onClose()} className={overlay.scrim}>
      <Modal className={`${overlay.sheet} ${overlay.wide}`}>
        <Dialog className={overlay.dialog}>
          <div className={overlay.head}>
            <Heading slot="title">{strings.keys.title}</Heading>
          </div>
          <KeyRows />
          <div className={`${overlay.ends} ${overlay.stays}`}>
            <Button
              onClick={() => {
                onClose();
                go(paths.help());
              }}
            >
              {strings.help.open}
            </Button>
            <Button look="main" onClick={onClose}>
              {strings.close}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
