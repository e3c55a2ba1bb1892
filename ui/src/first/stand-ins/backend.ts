/** The door to the engine, as far as a picture needs it. Its types are those of the real one. */
import type { Backend, FirstPage } from "../../backend";

declare global {
  /** Tauri's own, which the real door goes through, too. */
  var __TAURI_INTERNALS__: { invoke<T>(command: string, args?: Record<string, unknown>): Promise<T> };
}

const call = <T>(command: string, args?: Record<string, unknown>) =>
  globalThis.__TAURI_INTERNALS__.invoke<T>(command, args);

export const backend: Pick<Backend, "firstPage" | "keepPicture" | "setZoom" | "windowReady"> = {
  firstPage: () => call<FirstPage>("first_page"),
  keepPicture: (told, picture) => call("keep_picture", { told, picture }),
  setZoom: (percent) => call("set_zoom", { percent }),
  windowReady: () => call("window_ready"),
};
// biome-ignore lint/style/noRestrictedImports: it is in the place of the door itself.
export { AGENT_IDS, CHANGED, NO_FINDINGS, NO_FINDINGS_READ, REPLACED, ROWS } from "../../backend/bindings";
export class EngineError extends Error {}
