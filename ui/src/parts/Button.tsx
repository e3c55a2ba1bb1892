import type { ComponentProps } from "react";
import css from "./parts.module.css";

/** `alarm`: the one filled button where what runs is dangerous. */
export type Look = "normal" | "main" | "plain" | "danger" | "alarm";

const LOOKS: Record<Look, string> = {
  normal: "",
  main: css.main ?? "",
  plain: css.plain ?? "",
  danger: css.danger ?? "",
  alarm: css.alarm ?? "",
};

export function buttonClass(look: Look = "normal", iconOnly = false): string {
  return `${css.button} ${LOOKS[look]} ${iconOnly ? css.icononly : ""}`;
}

type Props = ComponentProps<"button"> & { look?: Look; iconOnly?: boolean };

export function Button({ look, iconOnly, className, ...props }: Props) {
  return <button type="button" className={`${buttonClass(look, iconOnly)} ${className ?? ""}`} {...props} />;
}

/** A button that reads as part of a sentence. */
export function LinkButton({ className, ...props }: ComponentProps<"button">) {
  return <button type="button" className={`${css.link} ${className ?? ""}`} {...props} />;
}
