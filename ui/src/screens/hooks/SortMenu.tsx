import { ArrowDownUp, Check } from "lucide-react";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { TriggerButton } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import type { Sort } from "./arrange";

const SORTS = Object.keys(strings.hooks.sorts) as Sort[];

export function SortMenu({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  return (
    <MenuTrigger>
      <TriggerButton iconOnly aria-label={strings.hooks.sort}>
        <ArrowDownUp size="1rem" strokeWidth={1.8} aria-hidden />
      </TriggerButton>
      <Popover placement="bottom end" offset={4}>
        <Menu
          className={parts.menu}
          aria-label={strings.hooks.sort}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[value]}
          onAction={(key) => onChange(key as Sort)}
        >
          {SORTS.map((sort) => (
            <MenuItem key={sort} id={sort} textValue={strings.hooks.sorts[sort]} className={parts.menuItem}>
              <Check
                strokeWidth={2.2}
                aria-hidden
                style={{ visibility: sort === value ? "visible" : "hidden" }}
              />
              {strings.hooks.sorts[sort]}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
