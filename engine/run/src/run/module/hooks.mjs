// Hands node and deno the modules that the engine has read: TypeScript as JavaScript, and what a relative
// import without its ending means. On node 20 this runs on a thread of its own, so it needs nothing but
// its data.
import { fileURLToPath } from "node:url";

let sources = {};
let links = {};
let inThread = false;
/** Modules in place of parts of the agent that are not here: their names, those that they lack, and whether there is none. */
let absent = {};

const ABSENT = "tacklebox-absent:";

export function initialize(data) {
  ({ sources, links, inThread, absent } = data);
}

const CHOICE = "(choices, more) => ({ type: \"string\", ...(choices.length > 0 ? { enum: [...choices] } : {}), ...more })";

/** What plugins need before they run is really there; anything else says its name when it is called. */
const REAL = {
  definePluginEntry: "(entry) => entry",
  emptyPluginConfigSchema: '() => ({ type: "object", additionalProperties: false, properties: {} })',
  stringEnum: CHOICE,
  optionalStringEnum: CHOICE,
};

export function inPlaceOf(from, { names, lost, gone }) {
  const absent = (name) => `globalThis[Symbol.for("tacklebox.standIn")](${JSON.stringify(`${from}: ${name}`)})`;
  const values = [...names.map((name) => [name, REAL[name] ?? absent(name)]), ...new Set(lost)].map((it) =>
    typeof it === "string" ? [it, "undefined"] : it,
  );
  const first = gone ? `throw new Error("Cannot find module '${from}': this version of the agent does not have it.");\n` : "";
  // Some have the name of a word of the language.
  return first + values.map(([name, value], place) => `const it${place} = ${value};\nexport { it${place} as ${name} };\n`).join("");
}

export function resolve(specifier, context, next) {
  if (absent[specifier] !== undefined) return { url: ABSENT + specifier, format: "module", shortCircuit: true };
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
  if (url.startsWith(ABSENT)) {
    const from = url.slice(ABSENT.length);
    return { format: "module", source: inPlaceOf(from, absent[from]), shortCircuit: true };
  }
  const read = sources[url];
  if (!read) return next(url, context);
  if (read.error) throw new SyntaxError(read.error);
  const { format, source } = read;
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
