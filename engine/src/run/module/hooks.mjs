// Hands node and deno the modules that the engine has read: TypeScript as JavaScript, and what a relative
// import without its ending means. On node 20 this runs on a thread of its own, so it needs nothing but
// its data.
import { fileURLToPath } from "node:url";

let sources = {};
let links = {};

export function initialize(data) {
  ({ sources, links } = data);
}

export function resolve(specifier, context, next) {
  const url = links[context.parentURL]?.[specifier];
  if (!url) return next(specifier, context);
  if (url.endsWith(".json"))
    return { url, format: "json", importAttributes: { type: "json" }, shortCircuit: true };
  return { url, format: sources[url]?.format, shortCircuit: true };
}

export function load(url, context, next) {
  const known = sources[url];
  if (!known) return next(url, context);
  if (known.error) throw new SyntaxError(known.error);
  const { format, source } = known;
  // Left to `require`, which gets it from `extensions` or from the file.
  if (format === "commonjs") return next(url, { ...context, format });
  return { format, source, shortCircuit: true };
}

/** For `require`, which the hooks of node 20 do not reach. */
export function extensions(Module) {
  for (const ending of [".ts", ".cts"])
    Module._extensions[ending] = (module, file) => {
      const known = Object.entries(sources).find(([url]) => fileURLToPath(url) === file)?.[1];
      if (!known) throw new SyntaxError(`${file} was not read before the hook started.`);
      if (known.error) throw new SyntaxError(known.error);
      module._compile(known.source, file);
    };
}
