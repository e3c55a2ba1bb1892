import { useQuery } from "@tanstack/react-query";
import { CircleArrowUp } from "lucide-react";
import type { Hook } from "../../backend";
import { useActions } from "../../data/actions";
import { includedQuery } from "../../data/queries";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import { strings } from "../../strings";
import css from "./hook.module.css";

/** Known without a look at the network for what ships with the app; others are asked for by the menu. */
export function useUpdateThere(id: string): boolean {
  const { data } = useQuery(includedQuery);
  return data?.some(({ agents }) => agents.some((offer) => offer.installed === id && offer.update)) ?? false;
}

export function UpdateNote({ hook }: { hook: Hook }) {
  const there = useUpdateThere(hook.id);
  const { update } = useActions();
  if (!there) return null;
  return (
    <div className={css.notice}>
      <Banner
        tone="off"
        icon={<CircleArrowUp size="1rem" strokeWidth={1.8} aria-hidden />}
        end={<Button onClick={() => void update(hook)}>{strings.hook.update}</Button>}
      >
        <b>{strings.update.there}</b> {strings.update.text}
      </Banner>
    </div>
  );
}
