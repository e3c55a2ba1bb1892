import { useMutation } from "@tanstack/react-query";
import {
  Ban,
  Box,
  CirclePlay,
  FilePen,
  FileText,
  FileX,
  Globe,
  KeyRound,
  type LucideIcon,
  Minus,
  Send,
  SquareTerminal,
  TriangleAlert,
} from "lucide-react";
import { useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { backend, type DeedKind, type TryDeed, type TryState } from "../../backend";
import { formatBytes } from "../../format";
import { Button } from "../../parts/Button";
import { tellError } from "../../parts/dialogs";
import overlay from "../../parts/overlay.module.css";
import parts from "../../parts/parts.module.css";
import { tellDone } from "../../parts/toast";
import { strings } from "../../strings";
import { ConfirmRun } from "./ConfirmRun";
import { Output } from "./Output";
import css from "./try.module.css";

const words = strings.try.deeds;

type Tone = "bad" | "warn" | "ok" | "accent" | "off";
const LOOKS: Record<DeedKind, [icon: LucideIcon, tone: Tone, tag: LucideIcon]> = {
  "refused-secret": [KeyRound, "bad", Ban],
  "refused-file": [FileX, "bad", Ban],
  "refused-program": [SquareTerminal, "bad", Ban],
  host: [Globe, "bad", Ban],
  "host-reached": [Globe, "warn", TriangleAlert],
  wrote: [FileText, "ok", Box],
  "wrote-own": [FilePen, "warn", TriangleAlert],
  removed: [FileX, "warn", TriangleAlert],
  program: [SquareTerminal, "off", CirclePlay],
  request: [Send, "accent", Minus],
  "request-made": [Send, "warn", TriangleAlert],
};

type DeedProps = { deed: TryDeed; run: number; row: number; at: number; onSend: () => void };

function Shown({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => open || onClose()} className={overlay.scrim}>
      <Modal className={overlay.sheet}>
        <Dialog className={overlay.dialog}>
          <div className={overlay.head}>
            <Heading slot="title">{title}</Heading>
          </div>
          <div className={css.deedShown}>
            <Output label={words.content} text={text} />
          </div>
          <div className={overlay.ends}>
            <Button autoFocus onClick={onClose}>
              {strings.close}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What became of it, in a word. */
export function DeedTag({ deed }: { deed: TryDeed }) {
  const [, tone, TagIcon] = LOOKS[deed.kind];
  return (
    <span className={`${parts.tag} ${parts[deed.kind === "request" ? "off" : tone]}`}>
      <TagIcon aria-hidden />
      {deed.tag}
    </span>
  );
}

function Deed({ deed, run, row, at, onSend }: DeedProps) {
  const [Icon, tone] = LOOKS[deed.kind];
  const [text, setText] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const show = useMutation({
    mutationFn: () => backend.tryShow(run, row, at),
    onSuccess: setText,
    onError: (error) => tellError(error, words.notShown),
  });
  const keep = useMutation({
    mutationFn: () => backend.tryKeep(run, row, at),
    onSuccess: (name) => name && tellDone(words.kept(name), null),
    onError: (error) => tellError(error, words.notKept),
  });
  const isFile = deed.kind === "wrote" || deed.kind === "wrote-own";
  const isRequest = deed.kind === "request";
  return (
    <li className={`${parts.card} ${css.deed}`} data-tone={tone}>
      <span className={css.deedIcon}>
        <Icon size="1rem" strokeWidth={1.9} aria-hidden />
      </span>
      <div className={css.deedText}>
        <div className={css.deedHead}>
          <span>{deed.title}</span>
          <DeedTag deed={deed} />
        </div>
        <code>{deed.subject}</code>
        <div className={css.deedEnd}>
          {isFile || isRequest || deed.kind === "request-made" ? (
            <Button aria-label={words.showOf(deed.subject)} onClick={() => show.mutate()}>
              {words.show}
            </Button>
          ) : null}
          {deed.kind === "wrote" ? (
            <Button aria-label={words.keepOf(deed.subject)} onClick={() => keep.mutate()}>
              {words.keep}
            </Button>
          ) : null}
          {isRequest ? <Button onClick={() => setAsks(true)}>{words.send}</Button> : null}
          {deed.bytes === null ? null : <span>{formatBytes(deed.bytes)}</span>}
          {deed.note ? <span>{deed.note}</span> : null}
        </div>
      </div>
      {text === null ? null : <Shown title={deed.subject} text={text} onClose={() => setText(null)} />}
      {asks ? (
        <ConfirmRun
          title={words.sendAsk(deed.subject)}
          sentences={words.sendAsks}
          answer={(yes) => {
            setAsks(false);
            if (yes) onSend();
          }}
        />
      ) : null}
    </li>
  );
}

/** What hooks did and wanted in the box, as facts: a card each, what was refused first. */
export function Deeds({ state, onSend }: { state: TryState; onSend: (hook: string) => void }) {
  const rows = state.rows.map((row, index) => ({ row, index })).filter(({ row }) => row.deeds.length > 0);
  if (rows.length === 0) return null;
  return (
    <>
      {rows.map(({ row, index }) => (
        <section key={index}>
          <h2 className={parts.group}>
            {state.rows.length > 1 ? words.of(row.title, row.deeds.length) : words.did(row.deeds.length)}
          </h2>
          <ul className={css.deeds}>
            {row.deeds.map((deed, at) => (
              <Deed
                // biome-ignore lint/suspicious/noArrayIndexKey: what was done stays done, in its order.
                key={`${state.run} ${at}`}
                deed={deed}
                run={state.run}
                row={index}
                at={at}
                onSend={() => onSend(row.hook)}
              />
            ))}
          </ul>
        </section>
      ))}
      <div className={parts.foot}>{words.emptied}</div>
    </>
  );
}

/** Where all ran: before anything else is read of it. */
export function Boxed({ sentence, closed }: { sentence: string; closed: boolean }) {
  const [first, ...rest] = sentence.split(":");
  const Icon = closed ? Box : TriangleAlert;
  return (
    <div className={`${parts.card} ${css.boxed}`}>
      <Icon
        className={closed ? css.boxedIcon : css.openIcon}
        size="1.0625rem"
        strokeWidth={1.9}
        aria-hidden
      />
      <span>
        <b>{first}:</b>
        {rest.join(":")}
      </span>
    </div>
  );
}
