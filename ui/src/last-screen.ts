/** The screen on which the window was left is the one on which it opens again. Kept by the web view. */
import { parseRoute } from "./routes";

const KEY = "last-screen";

/** What is looked at only once, or asks first, is not come back to. */
const COME_BACK_TO = [
  "hooks",
  "hook",
  "plugin",
  "sentence",
  "file",
  "config",
  "timeline",
  "get",
  "included",
  "try",
  "activity",
  "settings",
  "help",
];

/** Before the first picture, and only where nothing else was asked for. */
export function openLastScreen(): void {
  const last = localStorage.getItem(KEY);
  if (last === null || location.hash.replace(/^#\/?/, "") !== "") return;
  history.replaceState(null, "", `#${last}`);
}

export function followScreens(): void {
  const keep = () => {
    const path = location.hash.replace(/^#/, "");
    if (COME_BACK_TO.includes(parseRoute(path).screen)) localStorage.setItem(KEY, path);
    else if (path === "" || path === "/") localStorage.removeItem(KEY);
  };
  addEventListener("hashchange", keep);
  keep();
}
