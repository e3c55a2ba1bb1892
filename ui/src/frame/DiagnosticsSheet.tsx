import { useQuery } from "@tanstack/react-query";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { backend } from "../backend";
import { Button } from "../parts/Button";
import { CopyButton } from "../parts/Copy";
import { Loading } from "../parts/Loading";
import overlay from "../parts/overlay.module.css";
import { InlineProblem } from "../parts/Problem";
import { strings } from "../strings";
import css from "./diagnostics.module.css";

const words = strings.self;

/** What helps to find out why something does not work: read before it is copied. */
export default function DiagnosticsSheet({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ["diagnostics"],
    queryFn: () => backend.diagnostics(),
    gcTime: 0,
  });
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => open || onClose()} className={overlay.scrim}>
      <Modal className={`${overlay.sheet} ${overlay.wide}`}>
        <Dialog className={overlay.dialog}>
          <div className={overlay.head}>
            <div>
              <Heading slot="title">{words.diagnostics}</Heading>
              <p>{words.diagnosticsLead}</p>
            </div>
          </div>
          {error ? <InlineProblem error={error} /> : null}
          {data === undefined ? (
            error ? null : (
              <Loading />
            )
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
            <pre className={css.report} tabIndex={0} role="group" aria-label={words.report}>
              {data}
            </pre>
          )}
          <div className={overlay.ends}>
            <Button autoFocus onClick={onClose}>
              {strings.close}
            </Button>
            {data === undefined ? null : <CopyButton text={data} />}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
