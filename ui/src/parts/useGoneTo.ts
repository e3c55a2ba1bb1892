import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/**
 * Brings the heading that an address means into view, with the focus; none for the screen as a whole. What is above it may
 * still be read and grow: it is brought back as long as the person has not gone on.
 */
export function useGoneTo(id: string | null): void {
  const fetching = useIsFetching();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const heading = id === null ? null : document.getElementById(id);
    if (!heading || (shown.current === id && document.activeElement !== heading)) return;
    shown.current = id;
    heading.scrollIntoView?.({ block: "start" });
    heading.focus({ preventScroll: true });
  }, [id, fetching]);
}
