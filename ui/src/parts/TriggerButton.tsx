import type { ComponentProps } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { buttonClass, type Look } from "./Button";

type TriggerProps = Omit<ComponentProps<typeof AriaButton>, "className"> & {
  look?: Look;
  iconOnly?: boolean;
};

/** For menus and dialogs, which React Aria wires to the button that opens them. */
export function TriggerButton({ look, iconOnly, ...props }: TriggerProps) {
  return <AriaButton className={buttonClass(look, iconOnly)} {...props} />;
}
