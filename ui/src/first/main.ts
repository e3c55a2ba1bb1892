/**
 * Draws the first picture, and then brings the window itself. React and all that it needs take longer to come than the
 * list of hooks takes to be drawn: until then there is a picture of it that cannot be touched.
 */
import { before } from "./before";
import { give, handedOver } from "./given";
import { picture } from "./picture";
import { placeRows } from "./rows";
import { backend } from "./stand-ins/backend";

/** A window that is not shown paints nothing, and its page must come all the same. */
const PATIENCE_MS = 500;

function draw(root: HTMLElement, html: string): void {
  // Nothing in it can be clicked or heard yet.
  root.inert = true;
  root.innerHTML = html;
  placeRows(root);
  performance.mark("first-picture");
}

/** Once what was drawn is on the screen. */
function painted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, PATIENCE_MS);
  });
}

async function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  try {
    const sized = before();
    // The page has its colours, and nothing flashes: the system brings the window while the picture is made.
    backend.windowReady().catch(console.error);
    if (handedOver() === null) give(await backend.firstPage());
    await sized;
    const html = picture();
    if (html !== "") {
      draw(root, html);
      await painted();
    }
  } catch (error) {
    // The window says itself what is wrong, where it meets the same.
    console.error(error);
  }
  await import(/* @vite-ignore */ document.querySelector<HTMLElement>("[data-window]")?.dataset.window ?? "");
}

void start();
