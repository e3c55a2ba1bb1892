import { useRef } from "react";
import type { PluginView } from "../../backend";
import { Button, type Look } from "../../parts/Button";
import { ConfirmRun } from "../try/ConfirmRun";
import { useFindOut } from "./data";
import { words } from "./words";

type Props = { plugin: PluginView; look?: Look; label?: string };

/** The button that loads a plugin, and the question before it. */
export function FindOut({ plugin, look, label = words.findOut }: Props) {
  const { question, busy, ask, answer } = useFindOut(plugin);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        look={look}
        // What is to be seen has to be in the name: only "Find out…" is.
        aria-label={busy || label !== words.findOut ? undefined : words.findOutOf(plugin.name)}
        aria-disabled={busy || undefined}
        onClick={() => void ask()}
      >
        {busy ? words.loading : label}
      </Button>
      {question ? (
        <ConfirmRun
          title={question.title}
          sentences={question.sentences}
          action={words.load}
          answer={(yes) => {
            answer(yes);
            requestAnimationFrame(() => button.current?.focus());
          }}
        />
      ) : null}
    </>
  );
}
