import "./styles/tokens.css";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { setBackend } from "./backend";
import { followPageErrors } from "./data/page-errors";
import { createQueryClient, hooksQuery, overviewQuery } from "./data/queries";
import { bringBack, takeLostKey } from "./data/unsaved";
import { followScreens, openLastScreen } from "./last-screen";
import { tellDone } from "./parts/toast";
import { strings } from "./strings";
import { showAppearance } from "./styles/appearance";
import { knownZoom, showZoom } from "./styles/zoom";

/** `?fake=full` and the like: the window in a browser, without an engine. Not part of a build, except with `vite build --mode fake`, which is for measuring. */
async function pickFake() {
  const scenario = new URLSearchParams(location.search).get("fake");
  if (scenario === null) return;
  const { createFake } = await import("./backend/fake");
  setBackend(createFake(scenario));
}

/** The selection is grey while another window has the focus, as everywhere on the system. */
function followWindowFocus() {
  const root = document.documentElement;
  addEventListener("blur", () => root.toggleAttribute("data-inactive", true));
  addEventListener("focus", () => root.toggleAttribute("data-inactive", false));
}

/**
 * Nothing in the window reloads it, so a page that follows another one in the same window is one that had ended and
 * was started again. Not every web view calls that a reload: what the window keeps for its pages tells.
 */
function isRevived(): boolean {
  const before = sessionStorage.getItem("drawn") !== null;
  sessionStorage.setItem("drawn", "true");
  return before && !import.meta.env.DEV;
}

async function start() {
  if (import.meta.env.DEV || import.meta.env.MODE === "fake") await pickFake();
  const client = createQueryClient();
  // Asked for before anything is drawn: both answers are on their way while the page is put together.
  void client.prefetchQuery(overviewQuery);
  void client.prefetchQuery(hooksQuery);
  if (navigator.platform.startsWith("Mac")) document.documentElement.dataset.platform = "mac";
  showAppearance();
  // As large as usual needs no word.
  if (knownZoom() !== 100) showZoom();
  const revived = isRevived();
  const lost = takeLostKey() ? ` ${strings.revivedKey}` : "";
  bringBack(() => tellDone(revived ? strings.revivedTyped + lost : strings.unsaved.back, null));
  if (!revived) openLastScreen();
  followWindowFocus();
  followPageErrors();
  followScreens();
  if (revived) tellDone(strings.revived + lost, null);
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
}

void start();
