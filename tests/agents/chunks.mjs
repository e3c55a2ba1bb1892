import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Finds functions in a release of OpenClaw. Its chunks have hashed names and short exports, so both are
 * found by their content: the name of the function, and the source file that it came from.
 *
 * @returns {(name: string, region?: string) => Promise<Function>}
 */
export function finder(dist) {
  const texts = new Map();
  for (const name of readdirSync(dist)) {
    if (/\.m?js$/.test(name)) texts.set(name, readFileSync(join(dist, name), "utf8"));
  }
  return async (name, region) => {
    const has = new RegExp(`^(?:async )?function ${name}\\(`, "m");
    for (const [file, text] of texts) {
      if (region && !text.includes(`//#region ${region}\n`)) continue;
      if (!has.test(text)) continue;
      const exported = [...text.matchAll(/^export \{([^}]*)\};?$/gm)].flatMap((found) => found[1].split(","));
      const own = exported.map((one) => one.trim()).find((one) => one === name || one.startsWith(`${name} as `));
      if (own) return (await import(pathToFileURL(join(dist, file)).href))[own.split(" as ").at(-1)];
    }
    throw new Error(`This OpenClaw has no ${name}: it is put together in another way.`);
  };
}
