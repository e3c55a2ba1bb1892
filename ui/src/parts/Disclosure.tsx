import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import css from "./parts.module.css";

type Props = { open: string; close?: string; children: ReactNode };

/** More, one click away. */
export function Disclosure({ open, close = open, children }: Props) {
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={css.disclosure}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        <ChevronRight strokeWidth={2.4} aria-hidden />
        {shown ? close : open}
      </button>
      <div id={id} hidden={!shown}>
        {shown ? children : null}
      </div>
    </>
  );
}
