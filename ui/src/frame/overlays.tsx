/** What opens over the page from anywhere. Each is loaded late. */
import { lazy, Suspense, useSyncExternalStore } from "react";
import { go } from "../routes";
import { dropTyped, gatherTyped } from "./typed-early";

export type Overlay = "palette" | "keys" | "diagnostics" | "tour";

let open: Overlay | null = null;
let tourAsked = false;
const listeners = new Set<() => void>();

export const isOverlayOpen = () => open !== null;

export function openOverlay(overlay: Overlay | null): void {
  open = overlay;
  // From the key that opens it on, whether it was loaded already or not.
  if (overlay === "palette") gatherTyped(() => openOverlay(null));
  else dropTyped();
  for (const listener of listeners) listener();
}

/** The tour begins as soon as the window is where it begins. */
export function askForTour(): void {
  tourAsked = true;
  go("/");
}

export function takeTourAsked(): boolean {
  const asked = tourAsked;
  tourAsked = false;
  return asked;
}

const loadPalette = () => import("./Palette");
const loadKeys = () => import("./KeysSheet");

/** Those that a key opens: it should not have to wait. */
export const overlayLoads: (() => Promise<unknown>)[] = [loadPalette, loadKeys];

const Palette = lazy(loadPalette);
const KeysSheet = lazy(loadKeys);
const DiagnosticsSheet = lazy(() => import("./DiagnosticsSheet"));
const Tour = lazy(() => import("./Tour"));

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
      ) : overlay === "tour" ? (
        <Tour onClose={close} />
      ) : (
        <DiagnosticsSheet onClose={close} />
      )}
    </Suspense>
  );
}
