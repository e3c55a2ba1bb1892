import { Check, ChevronsUpDown, Search as Magnifier } from "lucide-react";
import { type KeyboardEvent, useContext, useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Header } from "react-aria-components/Header";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select, SelectStateContext, SelectValue } from "react-aria-components/Select";
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
  /** A word of a sentence. */
  pill?: boolean;
  /** The label is only said, not seen. */
  unlabelled?: boolean;
};

function Item({ option }: { option: Option }) {
  return (
    <ListBoxItem id={option.id} textValue={textOf(option)} isDisabled={option.off} className={css.item}>
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

const textOf = ({ title, hint, code }: Option) => [title, hint, code].filter(Boolean).join(" ");

function Options({ groups, none }: { groups: OptionGroup[]; none?: string }) {
  return (
    <ListBox className={css.list} renderEmptyState={() => <p className={css.none}>{none}</p>} shouldFocusWrap>
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

function matching(groups: OptionGroup[], query: string): OptionGroup[] {
  const wanted = query.trim().toLowerCase();
  return groups
    .map((group) => ({
      ...group,
      options: group.options.filter((option) => textOf(option).toLowerCase().includes(wanted)),
    }))
    .filter((group) => group.options.length > 0);
}

type FinderProps = {
  label: string;
  query: string;
  found: OptionGroup[];
  onQuery: (query: string) => void;
};

/**
 * The field above the options. React Aria's own Autocomplete is in a module that its menus load too, so that it
 * would be part of the first load.
 */
function Finder({ label, query, found, onQuery }: FinderProps) {
  const input = useRef<HTMLInputElement>(null);
  const state = useContext(SelectStateContext);
  // The list takes the focus when it opens; it was opened to find something in it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const first = found[0]?.options.find(({ off }) => !off);
    if (event.key === "ArrowDown") {
      event.preventDefault();
      const list = input.current?.parentElement?.parentElement;
      const chosen = list?.querySelector<HTMLElement>("[role=option][aria-selected=true]");
      (chosen ?? list?.querySelector<HTMLElement>("[role=option]"))?.focus();
    } else if (event.key === "Enter" && first && query !== "") {
      event.preventDefault();
      state?.setValue(first.id);
      state?.close();
    } else if (event.key === "Escape" && query !== "") {
      event.preventDefault();
      event.stopPropagation();
      onQuery("");
    }
  };
  return (
    <div className={css.search}>
      <Magnifier size="0.875rem" strokeWidth={1.8} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={query}
        // Or the list takes the focus back as soon as an option is filtered away.
        onFocus={() => state?.selectionManager.setFocused(false)}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** One of several, as a row that opens a list; with many, the list can be searched. */
export function Picker({ label, value, groups, onChange, search, field, pill, unlabelled }: Props) {
  // Kept here, since React Aria reads the options of a list apart from where they are shown.
  const [query, setQuery] = useState("");
  const found = matching(groups, query);
  const option = groups.flatMap(({ options }) => options).find(({ id }) => id === value);
  return (
    <Select
      className={pill ? css.pill : field ? css.field : css.row}
      selectedKey={value}
      onOpenChange={() => setQuery("")}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
    >
      <Label className={unlabelled ? parts.visuallyHidden : css.label}>{label}</Label>
      <Button className={css.button}>
        {/* Named by what is chosen and by the label. */}
        <SelectValue className={css.value}>
          {() => (
            <>
              {option?.title} {option?.code && !pill ? <code>{option.code}</code> : null}
            </>
          )}
        </SelectValue>
        <ChevronsUpDown size="0.875rem" strokeWidth={1.8} aria-hidden />
      </Button>
      <Popover className={`${parts.menu} ${css.popover}`} placement="bottom start" offset={4}>
        {search ? <Finder label={search.label} query={query} found={found} onQuery={setQuery} /> : null}
        <Options groups={found} none={search?.none} />
      </Popover>
    </Select>
  );
}
