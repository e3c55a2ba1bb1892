import { TriangleAlert } from "lucide-react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button } from "../../parts/Button";
import overlay from "../../parts/overlay.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";

const words = strings.try;

type Props = {
  title: string;
  sentences: string[];
  /** What the button says; "Run" where nothing else does. */
  action?: string;
  answer: (yes: boolean) => void;
};

/** Hooks of strangers, and hooks that are off, run only after these sentences were read. */
export function ConfirmRun({ title, sentences, action, answer }: Props) {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || answer(false)} className={overlay.scrim}>
      <Modal className={overlay.sheet}>
        <Dialog role="alertdialog" className={overlay.dialog}>
          <div className={`${overlay.head} ${overlay.warn}`}>
            <TriangleAlert size="1.25rem" strokeWidth={1.8} aria-hidden />
            <div>
              <Heading slot="title">{title}</Heading>
              {sentences.map((sentence) => (
                <p key={sentence}>
                  <Words text={sentence} />
                </p>
              ))}
            </div>
          </div>
          <div className={overlay.ends}>
            {/* The safe answer has the focus, so that Enter alone runs nothing. */}
            <Button autoFocus onClick={() => answer(false)}>
              {strings.cancel}
            </Button>
            <Button look="main" onClick={() => answer(true)}>
              {action ?? words.run}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
