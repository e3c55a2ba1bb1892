/** What opens over the page from anywhere. Each is loaded late. */
import { lazy, Suspense, useSyncExternalStore } from "react";

export type Overlay = "palette" | "keys" | "diagnostics";

let open: Overlay | null = null;
const listeners = new Set<() => void>();

export function openOverlay(overlay: Overlay | null): void {
  open = overlay;
  for (const listener of listeners) listener();
}

const Palette = lazy(() => import("./Palette"));
const KeysSheet = lazy(() => import("./KeysSheet"));
const DiagnosticsSheet = lazy(() => import("./DiagnosticsSheet"));

export function OverlayHost() {
  const overlay = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
  if (overlay === null) return null;
  const close = () => openOverlay(null);
  return (
    <Suspense>
      {overlay === "palette" ? (
        <Palette onClose={close} />
      ) : overlay === "keys" ? (
        <KeysSheet onClose={close} />
      ) : (
        <DiagnosticsSheet onClose={close} />
      )}
    </Suspense>
  );
}
