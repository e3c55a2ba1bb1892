import { gzipSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

/** gzip, in bytes: `docs/PERFORMANCE.md` promises it, so a build that breaks the promise fails. */
export const LIMIT = 127_000;

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
  let bytes = 0;
  for (const file of first) {
    const part = bundle[file];
    if (part) bytes += gzipSync(part.type === "chunk" ? part.code : part.source).length;
  }
  return { files: [...first], bytes };
}

/** Prints the weight of a first load, and fails the build where it is above the limit. */
export function firstLoadSize(): Plugin {
  return {
    name: "first-load-size",
    apply: "build",
    generateBundle(_options, bundle) {
      const { files, bytes } = firstLoad(bundle);
      const figure = `${(bytes / 1000).toFixed(1)} kB gzip of ${LIMIT / 1000} kB, in ${files.length} files`;
      if (bytes > LIMIT) this.error(`First load is too heavy: ${figure}`);
      this.info(`First load: ${figure}`);
    },
  };
}
