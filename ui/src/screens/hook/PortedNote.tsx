import { CopyCheck, Wrench } from "lucide-react";
import { useRef, useState } from "react";
import type { Hook } from "../../backend";
import { useActions } from "../../data/actions";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import { strings } from "../../strings";
import { CompareSheet } from "./CompareSheet";
import css from "./hook.module.css";
import { forgetPort, type Port, usePort } from "./ported";

const words = strings.port;

function Note({ hook, port }: { hook: Hook; port: Port }) {
  const [open, setOpen] = useState(false);
  const { openFolder } = useActions();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
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
            <Button ref={button} onClick={() => setOpen(true)}>
              {words.compare}
            </Button>
            <Button look="plain" onClick={() => forgetPort(hook.id)}>
              {words.dismiss}
            </Button>
          </>
        }
      >
        <b>{words.copied(port.title, port.agentName)}</b>{" "}
        {port.skeleton ? words.copiedSkeleton : hook.enabled ? null : words.copiedOff}
      </Banner>
      {open ? <CompareSheet id={port.from} ported={hook.id} onClose={close} /> : null}
    </div>
  );
}

/** Where this hook was copied here from another agent a moment ago. */
export function PortedNote({ hook }: { hook: Hook }) {
  const port = usePort(hook.id);
  return port ? <Note hook={hook} port={port} /> : null;
}
