/**
 * Is in the page itself, and decides what is seen first: the picture that was kept from the last time, where it is of
 * this very screen, else one that is drawn now. Then it brings the window itself. React and all that it needs take longer
 * to come than a list of hooks takes to be drawn: until then there is a picture of it that cannot be touched.
 */
import { before } from "./before";
import { give, handedOver } from "./given";
import { backend } from "./stand-ins/backend";

/** A window that is not shown paints nothing, and its page must come all the same. */
const PATIENCE_MS = 500;

const script = document.currentScript?.dataset ?? {};
const bring = (file = "") => import(/* @vite-ignore */ file);

/** Once what was drawn is on the screen. */
function painted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, PATIENCE_MS);
  });
}

/** What a picture is drawn from besides hooks. */
const seenAs = () => [location.hash.replace(/^#/, ""), ...navigator.languages].join(" ");

/** The shell puts the one that it kept into the page; whether it is of this screen it cannot know. */
function isKept(root: HTMLElement): boolean {
  const { seenAs: kept, height } = root.dataset;
  const same = kept === seenAs() && Number(height) >= innerHeight;
  if (!same) root.replaceChildren();
  delete root.dataset.seenAs;
  delete root.dataset.height;
  return same;
}

async function draw(root: HTMLElement): Promise<string> {
  const { picture } = (await bring(script.picture)) as typeof import("./picture");
  const html = picture();
  // Nothing in it can be clicked or heard yet.
  root.inert = html !== "";
  root.innerHTML = html;
  return html;
}

async function ask() {
  if (handedOver() === null) give(await backend.firstPage());
}

async function start(root: HTMLElement) {
  try {
    const sized = before();
    const kept = isKept(root);
    // The page has its colours and its size, and nothing flashes: the system brings the window while the picture is made.
    void sized.then(backend.windowReady).catch(console.error);
    let html = "";
    if (!kept) {
      await ask();
      await sized;
      html = await draw(root);
    }
    performance.mark(kept ? "kept-picture" : "first-picture");
    if (kept || html !== "") await painted();
    await ask();
    if (html !== "") {
      const picture = { seen_as: seenAs(), height: innerHeight, html };
      backend.keepPicture(handedOver()?.told ?? 0, picture).catch(console.error);
    }
  } catch (error) {
    // The window says itself what is wrong, where it meets the same.
    console.error(error);
  }
  await bring(script.window);
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void start(root);
