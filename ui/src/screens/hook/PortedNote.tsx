import { useQuery } from "@tanstack/react-query";
import { CopyCheck, Wrench } from "lucide-react";
import { useRef, useState } from "react";
import type { Hook } from "../../backend";
import { useActions } from "../../data/actions";
import { tryBoxQuery } from "../../data/queries";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import { strings } from "../../strings";
import { ConfirmRun } from "../try/ConfirmRun";
import { CompareSheet } from "./CompareSheet";
import css from "./hook.module.css";
import { forgetPort, type Port, usePort } from "./ported";

const words = strings.port;

function Note({ hook, port }: { hook: Hook; port: Port }) {
  const [step, setStep] = useState<"ask" | "run" | null>(null);
  const { openFolder } = useActions();
  const { data: box } = useQuery(tryBoxQuery);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setStep(null);
    requestAnimationFrame(() => button.current?.focus());
  };
  const Icon = port.skeleton ? Wrench : CopyCheck;
  return (
    <div className={css.notice}>
      <Banner
        tone={port.skeleton ? "warn" : "off"}
        icon={<Icon size="1rem" strokeWidth={1.8} aria-hidden />}
        end={
          <>
            {port.skeleton ? (
              <Button onClick={() => void openFolder(hook.id)}>{strings.hook.openFolder}</Button>
            ) : null}
            <Button ref={button} disabled={!box} onClick={() => setStep("ask")}>
              {words.compare}
            </Button>
            <Button look="plain" onClick={() => forgetPort(hook.id)}>
              {words.dismiss}
            </Button>
          </>
        }
      >
        <b>{words.copied(port.title, port.agentName)}</b>{" "}
        {port.skeleton ? words.copiedSkeleton : words.copiedOff}
      </Banner>
      {step === "ask" ? (
        <ConfirmRun
          title={strings.compare.ask(port.title)}
          sentences={box?.closed ? strings.compare.asks : strings.compare.asksReal}
          answer={(yes) => (yes ? setStep("run") : close())}
        />
      ) : null}
      {step === "run" ? <CompareSheet id={port.from} ported={hook.id} onClose={close} /> : null}
    </div>
  );
}

/** Where this hook was copied here from another agent a moment ago. */
export function PortedNote({ hook }: { hook: Hook }) {
  const port = usePort(hook.id);
  return port ? <Note hook={hook} port={port} /> : null;
}
