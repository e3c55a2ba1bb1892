import { gzipSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

/** gzip, in bytes: `docs/PERFORMANCE.md` promises it, so a build that breaks the promise fails. It comes after the first content. */
export const LIMIT = 130_000;
/** Of the script that draws the first picture, with the style sheet that it waits for. */
const PICTURE_LIMIT = 45_000;

/** What a first load weighs: the entry, what it imports at once, and the style sheets. */
export function firstLoad(bundle: Rollup.OutputBundle): { files: string[]; bytes: number } {
  const first = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (first.has(file) || chunk?.type !== "chunk") return;
    first.add(file);
    chunk.imports.forEach(visit);
    for (const style of chunk.viteMetadata?.importedCss ?? []) first.add(style);
  };
  for (const part of Object.values(bundle)) {
    if (part.type === "chunk" && part.isEntry) visit(part.fileName);
  }
  return { files: [...first], bytes: weight(bundle, first) };
}

function weight(bundle: Rollup.OutputBundle, files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) {
    const part = bundle[file];
    if (part) bytes += gzipSync(part.type === "chunk" ? part.code : part.source).length;
  }
  return bytes;
}

/** What has to come before the first content is there: the script of the picture, and the style sheets. */
function beforeContent(bundle: Rollup.OutputBundle): number {
  const picture = Object.keys(bundle).filter((file) => /(^|\/)first-[^/]*\.js$/.test(file));
  if (picture.length !== 1) throw new Error(`${picture.length} scripts draw the first picture`);
  return weight(bundle, [...picture, ...firstLoad(bundle).files.filter((file) => file.endsWith(".css"))]);
}

const kilobytes = (bytes: number, limit: number) =>
  `${(bytes / 1000).toFixed(1)} kB gzip of ${limit / 1000} kB`;

/** Prints the weight of a first load, and fails the build where it is above the limit. */
export function firstLoadSize(): Plugin {
  return {
    name: "first-load-size",
    apply: "build",
    generateBundle(_options, bundle) {
      const { files, bytes } = firstLoad(bundle);
      const figure = `${kilobytes(bytes, LIMIT)}, in ${files.length} files`;
      if (bytes > LIMIT) this.error(`First load is too heavy: ${figure}`);
      this.info(`First load: ${figure}`);
      const content = beforeContent(bundle);
      const before = kilobytes(content, PICTURE_LIMIT);
      if (content > PICTURE_LIMIT) this.error(`What the first picture needs is too heavy: ${before}`);
      this.info(`First content: ${before}`);
    },
  };
}
