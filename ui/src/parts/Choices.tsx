import { MenuItem } from "react-aria-components/Menu";
import parts from "./parts.module.css";

/** One line of a menu. `why`: why it cannot be done now. `hint`: what is known of it. */
export type Choice<Id extends string = string> = {
  id: Id;
  title: string;
  danger?: boolean;
  why?: string | null;
  hint?: string | null;
};

export const disabledOf = (choices: Choice[]): string[] =>
  choices.filter(({ why }) => why).map(({ id }) => id);

/** A menu that is disabled in part says why. */
export const itemsOf = (choices: Choice[]) =>
  choices.map(({ id, title, danger, why, hint }) => (
    <MenuItem
      key={id}
      id={id}
      textValue={title}
      className={`${parts.menuItem} ${danger ? parts.menuDanger : ""}`}
    >
      <div>
        {title}
        {hint ? <small>{hint}</small> : null}
        {why ? <small>{why}</small> : null}
      </div>
    </MenuItem>
  ));
