import { Check } from "lucide-react";
import type { RefObject } from "react";
import { Menu, MenuItem } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import parts from "./parts.module.css";

export type Choices<Id extends string> = {
  options: { id: Id; title: string }[];
  value: Id;
  onChoose: (id: Id) => void;
  placement?: "bottom start" | "bottom end";
};

type Props = Choices<string> & {
  label: string;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/** What is to choose, with a tick at what is chosen. */
export default function ChoicePopover(props: Props) {
  const { options, value, onChoose, label, button, onClose } = props;
  return (
    <Popover
      triggerRef={button}
      isOpen
      onOpenChange={(still) => still || onClose()}
      placement={props.placement ?? "bottom start"}
      offset={4}
      aria-label={label}
    >
      <Menu
        className={parts.menu}
        aria-label={label}
        autoFocus="first"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[value]}
        onAction={(key) => onChoose(String(key))}
        onClose={onClose}
      >
        {options.map(({ id, title }) => (
          <MenuItem key={id} id={id} textValue={title} className={parts.menuItem}>
            <Check
              strokeWidth={2.2}
              aria-hidden
              style={{ visibility: id === value ? "visible" : "hidden" }}
            />
            {title}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
