// Hands node and deno the modules that the engine has read: TypeScript as JavaScript, and what a relative
// import without its ending means. On node 20 this runs on a thread of its own, so it needs nothing but
// its data.
import { fileURLToPath } from "node:url";

let sources = {};
let links = {};
let inThread = false;

export function initialize(data) {
  ({ sources, links, inThread } = data);
}

export function resolve(specifier, context, next) {
  const url = links[context.parentURL]?.[specifier];
  if (!url) return next(specifier, context);
  if (url.endsWith(".json")) {
    const type = { type: "json" };
    // The second is what the first was called until node 20.10.
    return { url, format: "json", importAttributes: type, importAssertions: type, shortCircuit: true };
  }
  return { url, format: sources[url]?.format, shortCircuit: true };
}

export function load(url, context, next) {
  const known = sources[url];
  if (!known) return next(url, context);
  if (known.error) throw new SyntaxError(known.error);
  const { format, source } = known;
  // From a thread of its own CommonJS is left to `require`, which gets it from `extensions` or the file.
  if (format === "commonjs" && !(inThread && source)) return next(url, { ...context, format });
  return { format, source, shortCircuit: true };
}

/** For `require`, which hooks on a thread of their own do not reach. */
export function extensions(Module) {
  for (const ending of [".ts", ".cts"])
    Module._extensions[ending] = (module, file) => {
      const known = Object.entries(sources).find(([url]) => fileURLToPath(url) === file)?.[1];
      if (!known) throw new SyntaxError(`${file} was not read before the hook started.`);
      if (known.error) throw new SyntaxError(known.error);
      module._compile(known.source, file);
    };
}
