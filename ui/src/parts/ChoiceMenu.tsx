import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useRef, useState } from "react";
import { Button } from "./Button";
import type { Choices } from "./ChoicePopover";

/** Not part of the first load: a menu is not there before somebody opens it. */
const ChoicePopover = lazy(() => import("./ChoicePopover"));

type Props<Id extends string> = Choices<Id> &
  Pick<ComponentProps<typeof Button>, "look" | "iconOnly" | "children"> & {
    /** What the button is called, where its text alone does not say it. */
    label: string;
    /** A button that reads as part of a sentence. */
    inText?: string;
  };

/** A button, and under it one of a few to choose. */
export function ChoiceMenu<Id extends string>(props: Props<Id>) {
  const { label, look, iconOnly, inText, children, options, value, placement } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const common = {
    ref: button,
    "aria-label": label,
    "aria-haspopup": "menu",
    "aria-expanded": open,
    onClick: () => setOpen(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      setOpen(true);
    },
  } as const;
  return (
    <>
      {inText ? (
        <button type="button" className={inText} {...common}>
          {children}
        </button>
      ) : (
        <Button look={look} iconOnly={iconOnly} {...common}>
          {children}
        </Button>
      )}
      {open ? (
        <Suspense>
          <ChoicePopover
            label={label}
            button={button}
            options={options}
            value={value}
            onChoose={(id) => props.onChoose(id as Id)}
            placement={placement}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
