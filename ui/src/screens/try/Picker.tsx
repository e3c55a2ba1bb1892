import { Check, ChevronsUpDown, Search as Magnifier } from "lucide-react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Button } from "react-aria-components/Button";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { SearchField } from "react-aria-components/SearchField";
import { Select, SelectValue } from "react-aria-components/Select";
import parts from "../../parts/parts.module.css";
import css from "./picker.module.css";

export type Option = {
  id: string;
  title: string;
  /** A second line, in words. */
  hint?: string | null;
  /** A technical name, in small type. */
  code?: string;
  /** Cannot be chosen; the hint says why. */
  off?: boolean;
};

export type OptionGroup = { title: string; options: Option[] };

type Props = {
  label: string;
  value: string;
  groups: OptionGroup[];
  onChange: (id: string) => void;
  /** The name of the field in which one can search; none where there is little to search. */
  search?: { label: string; none: string };
  /** A field of a form instead of a row of a card. */
  field?: boolean;
  /** The label is only said, not seen. */
  unlabelled?: boolean;
};

function Item({ option }: { option: Option }) {
  const text = [option.title, option.hint, option.code].filter(Boolean).join(" ");
  return (
    <ListBoxItem id={option.id} textValue={text} isDisabled={option.off} className={css.item}>
      {({ isSelected }) => (
        <>
          <Check strokeWidth={2.2} aria-hidden style={{ visibility: isSelected ? "visible" : "hidden" }} />
          <div>
            {option.title}
            {option.code ? <code>{option.code}</code> : null}
            {option.hint ? <small>{option.hint}</small> : null}
          </div>
        </>
      )}
    </ListBoxItem>
  );
}

function Options({ groups, search }: Pick<Props, "groups" | "search">) {
  return (
    <ListBox
      className={css.list}
      renderEmptyState={() => <p className={css.none}>{search?.none}</p>}
      shouldFocusWrap
    >
      {groups.map((group) =>
        group.title === "" ? (
          group.options.map((option) => <Item key={option.id} option={option} />)
        ) : (
          <ListBoxSection key={group.title} id={group.title} className={css.section}>
            <Header className={css.header}>{group.title}</Header>
            {group.options.map((option) => (
              <Item key={option.id} option={option} />
            ))}
          </ListBoxSection>
        ),
      )}
    </ListBox>
  );
}

/** One of several, as a row that opens a list; with many, the list can be searched. */
export function Picker({ label, value, groups, onChange, search, field, unlabelled }: Props) {
  const { contains } = useFilter({ sensitivity: "base" });
  const option = groups.flatMap(({ options }) => options).find(({ id }) => id === value);
  return (
    <Select
      className={field ? css.field : css.row}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
    >
      <Label className={unlabelled ? parts.visuallyHidden : css.label}>{label}</Label>
      <Button className={css.button}>
        {/* Named by what is chosen and by the label. */}
        <SelectValue className={css.value}>
          {() => (
            <>
              {option?.title}
              {option?.code ? <code>{option.code}</code> : null}
            </>
          )}
        </SelectValue>
        <ChevronsUpDown size="0.875rem" strokeWidth={1.8} aria-hidden />
      </Button>
      <Popover className={`${parts.menu} ${css.popover}`} placement="bottom start" offset={4}>
        {search ? (
          <Autocomplete filter={contains}>
            <SearchField className={css.search} aria-label={search.label} autoFocus>
              <Magnifier size="0.875rem" strokeWidth={1.8} aria-hidden />
              <Input placeholder={search.label} />
            </SearchField>
            <Options groups={groups} search={search} />
          </Autocomplete>
        ) : (
          <Options groups={groups} />
        )}
      </Popover>
    </Select>
  );
}
