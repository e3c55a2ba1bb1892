import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { overviewQuery, useHooks } from "../data/queries";
import { wishesQuery } from "../data/wishes";
import { useRoute } from "../routes";
import { openOverlay, takeTourAsked } from "./overlays";

const SOMETHING_OPEN = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * The tour comes automatically once, with the first list of hooks, and when somebody asks for it in *Help*. It is never over
 * *Welcome*, which has its own first step, nor over a question.
 */
export function FirstTour() {
  const { data: wishes } = useQuery(wishesQuery);
  const { data: overview } = useQuery(overviewQuery);
  const { data: hooks } = useHooks();
  const { screen } = useRoute();
  const [shown, setShown] = useState(false);
  const isHome = (screen === "start" || screen === "hooks") && overview !== undefined && hooks !== undefined;
  const due = wishes?.tour_seen === false && (overview?.agents.some(({ found }) => found) ?? false);
  useEffect(() => {
    if (!isHome || document.querySelector(SOMETHING_OPEN)) return;
    if (takeTourAsked()) openOverlay("tour");
    else if (due && !shown) {
      setShown(true);
      openOverlay("tour");
    }
  }, [isHome, due, shown]);
  return null;
}
