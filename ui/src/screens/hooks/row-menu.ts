import type { MouseEvent as Click } from "react";

/** For the ⋯ of a row: the menu itself is that of a right click. */
export const openMenuOf = ({ currentTarget }: Click): unknown =>
  currentTarget.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
