import "./styles/tokens.css";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { setBackend } from "./backend";
import { followPageErrors } from "./data/page-errors";
import { createQueryClient, hooksQuery, overviewQuery } from "./data/queries";
import { bringBack, takeLostKey } from "./data/unsaved";
import { before, isRevived, noteDrawn } from "./first/before";
import { handedOver } from "./first/given";
import { followScreens } from "./last-screen";
import { tellDone } from "./parts/toast";
import { strings } from "./strings";

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

async function start() {
  if (import.meta.env.DEV || import.meta.env.MODE === "fake") await pickFake();
  const client = createQueryClient();
  const given = handedOver();
  if (given) {
    client.setQueryData(overviewQuery.queryKey, given.overview);
    client.setQueryData(hooksQuery.queryKey, given.hooks);
  } else {
    // Asked for before anything is drawn: both answers are on their way while the page is put together.
    void client.prefetchQuery(overviewQuery);
    void client.prefetchQuery(hooksQuery);
  }
  const revived = isRevived();
  void before();
  noteDrawn();
  const lost = takeLostKey() ? ` ${strings.revivedKey}` : "";
  bringBack(() => tellDone(revived ? strings.revivedTyped + lost : strings.unsaved.back, null));
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
