import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { Hook } from "../../backend";
import { type Deed, deeds, doMany } from "../../data/many";
import { useOverview } from "../../data/queries";
import { Button, buttonClass } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import { turns } from "../hook/can";
import css from "./hooks.module.css";

const words = strings.many;

type Props = { hooks: Hook[]; onAll: () => void; onNone: () => void };

/** What can be done with all that were picked; one question and one Undo for all of them. */
export default function SelectionBar({ hooks, onAll, onNone }: Props) {
  const client = useQueryClient();
  const { agents } = useOverview();
  const drafts = hooks.filter(({ row }) => row === "draft").length;
  // A draft is turned on where it was tried, and never along with others.
  const stays = drafts > 0 ? words.draftsStay(drafts) : null;
  const off = hooks.filter((hook) => !hook.enabled && turns(hook));
  const on = hooks.filter((hook) => hook.enabled && turns(hook));
  const folders = hooks.filter((hook) => hook.dir !== null);
  const run = (some: Hook[], deed: Deed, note: string | null = null) =>
    void doMany(client, some, deed, note).then((done) => done && onNone());
  const others = agents.filter((view) => view.found && view.agent !== hooks[0]?.agent);
  return (
    <section className={css.selected} aria-label={words.label}>
      <b role="status">
        {[words.selected(hooks.length), ...(drafts > 0 ? [words.drafts(drafts)] : [])].join(", ")}
      </b>
      <Button onClick={onAll}>{words.all}</Button>
      <span className={css.selectedEnd}>
        {off.length > 0 ? (
          <Button onClick={() => run(off, deeds.turn(true), stays)}>{strings.plan.turnOn}</Button>
        ) : null}
        {on.length > 0 ? (
          <Button onClick={() => run(on, deeds.turn(false))}>{strings.plan.turnOff}</Button>
        ) : null}
        {folders.length > 0 && others.length > 0 ? (
          <MenuTrigger>
            <AriaButton className={buttonClass()}>{words.copyTo}</AriaButton>
            <Popover placement="top end" offset={4}>
              <Menu
                className={parts.menu}
                aria-label={words.copyTo}
                onAction={(key) => {
                  const view = others.find(({ agent }) => agent === key);
                  if (view) run(folders, deeds.copy(view.agent));
                }}
              >
                {others.map(({ agent, name }) => (
                  <MenuItem key={agent} id={agent} className={parts.menuItem}>
                    {name}
                  </MenuItem>
                ))}
              </Menu>
            </Popover>
          </MenuTrigger>
        ) : null}
        {folders.length > 0 ? (
          <Button look="danger" onClick={() => run(folders, deeds.remove)}>
            {strings.hook.remove}
          </Button>
        ) : null}
        <Button look="plain" iconOnly aria-label={words.none} onClick={onNone}>
          <X size="1rem" strokeWidth={2} aria-hidden />
        </Button>
      </span>
    </section>
  );
}
