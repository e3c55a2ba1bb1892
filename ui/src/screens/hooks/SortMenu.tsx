import { ArrowDownUp } from "lucide-react";
import { ChoiceMenu } from "../../parts/ChoiceMenu";
import { strings } from "../../strings";
import type { Sort } from "./arrange";

const SORTS = Object.keys(strings.hooks.sorts) as Sort[];

export function SortMenu({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  return (
    <ChoiceMenu
      label={strings.hooks.sort}
      iconOnly
      options={SORTS.map((id) => ({ id, title: strings.hooks.sorts[id] }))}
      value={value}
      onChoose={onChange}
      placement="bottom end"
    >
      <ArrowDownUp size="1rem" strokeWidth={1.8} aria-hidden />
    </ChoiceMenu>
  );
}
