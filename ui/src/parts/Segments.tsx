import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { formatNumber } from "../format";
import css from "./parts.module.css";

export type Segment<Id extends string> = { id: Id; label: string; count?: number };

type Props<Id extends string> = {
  label: string;
  segments: Segment<Id>[];
  value: Id;
  onChange: (id: Id) => void;
};

/** One of a few; arrow keys move between them. */
export function Segments<Id extends string>({ label, segments, value, onChange }: Props<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={css.segments}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        for (const key of keys) onChange(key as Id);
      }}
    >
      {segments.map(({ id, label: text, count }) => (
        <ToggleButton key={id} id={id} className={css.segment}>
          {text} {count === undefined ? null : <i>{formatNumber(count)}</i>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
