/** The guide, as the repository has it, in parts. */
import text from "../../../../docs/GUIDE.md?raw";
import type { Route } from "../../routes";

export type Part = { id: string; title: string; body: string };

/** As the headings of a Markdown page are named in its addresses. */
export const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

/** Pictures are not in the window, which shows the real thing; the list of contents is beside the text. */
const shown = (body: string) =>
  body
    .replace(/^[ \t]*(?:!\[[^\]]*\]\([^)]*\)|<picture>[\s\S]*?<\/picture>)\n?/gm, "")
    .replace(/^(\* \[[^\]]*\]\(#[^)]*\)\n?)+/gm, "");

export function partsOf(guide: string): Part[] {
  const [, ...rest] = guide.split(/^## /m);
  return rest.map((part) => {
    const end = part.indexOf("\n");
    const title = part.slice(0, end).trim();
    return { id: slug(title), title, body: shown(part.slice(end + 1)).trim() };
  });
}

export const guide = partsOf(text);

/** Where the guide tells of a screen. Tests hold each of them against the headings. */
export const TELLS: Record<Route["screen"], string> = {
  hooks: "see-your-hooks",
  start: "see-your-hooks",
  hook: "what-each-state-means",
  plugin: "openclaws-plugins",
  sentence: "make-your-own",
  timeline: "see-when-everything-runs",
  get: "install-a-hook",
  included: "install-a-hook",
  review: "get-hooks-from-elsewhere",
  try: "try-a-hook",
  "set-up": "carry-your-set-up",
  activity: "what-was-done",
  settings: "settings",
  config: "edit-a-config-as-text",
  file: "edit-the-files-of-a-hook",
  help: "see-your-hooks",
};
