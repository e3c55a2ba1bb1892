import { CircleAlert, TriangleAlert } from "lucide-react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { strings } from "../strings";
import { Button } from "./Button";
import { Technical } from "./Copy";
import { Disclosure } from "./Disclosure";
import type { DialogRequest } from "./dialogs";
import css from "./overlay.module.css";
import { PlanDetails } from "./PlanDetails";

type PlanRequest = Extract<DialogRequest, { kind: "plan" }>;
type ErrorRequest = Extract<DialogRequest, { kind: "error" }>;

function PlanBody({ request }: { request: PlanRequest }) {
  const { plan, options, answer } = request;
  return (
    <>
      <div className={`${css.head} ${options.destructive ? css.bad : css.warn}`}>
        <TriangleAlert size="1.25rem" strokeWidth={1.8} aria-hidden />
        <div>
          <Heading slot="title">{plan.title}</Heading>
          {options.says ? <p>{options.says}</p> : null}
        </div>
      </div>
      <PlanDetails plan={plan} />
      <div className={css.ends}>
        {/* The safe answer has the focus, so that Enter alone changes nothing. */}
        <Button autoFocus onClick={() => answer(false)}>
          {strings.cancel}
        </Button>
        <Button look={options.destructive ? "danger" : "main"} onClick={() => answer(true)}>
          {options.confirmLabel}
        </Button>
      </div>
    </>
  );
}

function ErrorBody({ request }: { request: ErrorRequest }) {
  const { headline, error, at, answer } = request;
  return (
    <>
      <div className={`${css.head} ${css[error.tone]}`}>
        <CircleAlert size="1.25rem" strokeWidth={1.8} aria-hidden />
        <div>
          <Heading slot="title">{headline}</Heading>
          <p>{at?.text ?? error.text}</p>
          {error.hint && !at ? <p>{error.hint}</p> : null}
        </div>
      </div>
      {at ? (
        <div className={css.after}>
          <Technical text={at.path} />
        </div>
      ) : null}
      <div className={css.after}>
        <Disclosure open={strings.showTechnical}>
          <Technical text={error.technical} />
        </Disclosure>
      </div>
      <div className={css.ends}>
        <Button look="main" autoFocus onClick={answer}>
          {strings.close}
        </Button>
      </div>
    </>
  );
}

/** The one dialog that is waiting for an answer; Esc is the safe one. */
export default function AskedDialog({ request }: { request: DialogRequest }) {
  const cancel = () => (request.kind === "plan" ? request.answer(false) : request.answer());
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || cancel()} className={css.scrim}>
      <Modal className={css.sheet}>
        <Dialog role="alertdialog" className={css.dialog}>
          {request.kind === "plan" ? <PlanBody request={request} /> : <ErrorBody request={request} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
