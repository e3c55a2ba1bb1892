import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useActions } from "../../data/actions";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./hook.module.css";

/** The address as the browser will read it, so that no look-alike can hide; null if it is not a web address. */
export function webAddress(url: string): string | null {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "https:" || parsed.protocol === "http:" ? parsed.href : null;
  } catch {
    return null;
  }
}

/** First shows where it goes, then goes there. */
export function OpenLink({ url, children }: { url: string; children: ReactNode }) {
  const { openLink } = useActions();
  const address = webAddress(url);
  return (
    <DialogTrigger>
      <AriaButton className={parts.link} data-url={address ?? undefined}>
        {children}
      </AriaButton>
      <Popover placement="bottom start" offset={6}>
        <Dialog className={css.goes} aria-label={strings.about.goesTo}>
          {({ close }) => (
            <>
              {address === null ? strings.about.notOpened : strings.about.goesTo}
              <code className={css.address}>{address ?? url}</code>
              <span className={css.actions}>
                {address === null ? null : (
                  <Button
                    look="main"
                    onClick={() => {
                      close();
                      void openLink(address);
                    }}
                  >
                    {strings.about.open}
                  </Button>
                )}
                <Button onClick={close}>{strings.cancel}</Button>
              </span>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
