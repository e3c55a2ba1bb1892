import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { resetUndo } from "../data/undo";
import { endPage } from "../data/unsaved";
// What the window loads automatically once its first picture is there: here no test waits for the file.
import "../frame/Later";
import { openOverlay } from "../frame/overlays";
import "../parts/AskedDialog";
import "../parts/ChoicePopover";
import { resetDialogs } from "../parts/dialogs";
import { resetToast } from "../parts/toast";
import { resetViews } from "../screens/hooks/view-state";

configure({ asyncUtilTimeout: 10_000 });

// jsdom lays nothing out: every element is given one size, so that the list finds room for its rows.
const HEIGHT = 60;
const WIDTH = 800;
const VIEWPORT = 3000;
Object.defineProperties(HTMLElement.prototype, {
  clientWidth: { configurable: true, get: () => WIDTH },
  clientHeight: { configurable: true, get: () => VIEWPORT },
  offsetWidth: { configurable: true, get: () => WIDTH },
  offsetHeight: {
    configurable: true,
    get(this: HTMLElement) {
      return this.tagName === "MAIN" ? VIEWPORT : HEIGHT;
    },
  },
});
Element.prototype.scrollTo = () => {};
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
CSS.escape ??= (text: string) => text.replace(/["\\]/g, "\\$&");

afterEach(() => {
  cleanup();
  resetDialogs();
  resetToast();
  resetUndo();
  openOverlay(null);
  endPage();
  sessionStorage.clear();
  resetViews();
  vi.useRealTimers();
});
