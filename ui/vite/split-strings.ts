import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseAsync, types } from "@babel/core";
import type { Plugin } from "vite";

/** What is a word and no group of words. */
const WORDS = "words";
const PART = /\/strings~(\w+)\.ts$/;
const IMPORT = /^import \{ strings \} from "([^"]*\/strings)";$/m;
/** Not another one's `.strings`; `...strings.some` is the catalogue all the same. */
const NAMED = String.raw`(?<!\w|(?<!\.\.)\.)strings`;
const USE = new RegExp(String.raw`${NAMED}\.(\w+)`, "g");
const WHOLE = new RegExp(String.raw`${NAMED}(?![\w"~])`);

type Catalogue = { before: string; parts: Map<string, string> };

/** The catalogue, taken apart: what is before it, and the text of each group of words. */
async function read(file: string): Promise<Catalogue> {
  const code = readFileSync(file, "utf8");
  const tree = await parseAsync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ["typescript"] },
  });
  for (const statement of tree?.program.body ?? []) {
    if (!types.isExportNamedDeclaration(statement) || !types.isVariableDeclaration(statement.declaration))
      continue;
    const [{ id, init } = {}] = statement.declaration.declarations;
    if (!types.isIdentifier(id, { name: "strings" }) || !types.isObjectExpression(init)) continue;
    const parts = new Map<string, string>();
    const words: string[] = [];
    for (const property of init.properties) {
      if (!types.isObjectProperty(property) || !types.isIdentifier(property.key))
        throw new Error(`${file}: only plain groups of words can be taken apart`);
      const text = code.slice(property.value.start ?? 0, property.value.end ?? 0);
      if (types.isObjectExpression(property.value)) parts.set(property.key.name, text);
      else words.push(`${property.key.name}: ${text}`);
    }
    parts.set(WORDS, `{ ${words.join(", ")} }`);
    return { before: code.slice(0, statement.start ?? 0), parts };
  }
  throw new Error(`${file} has no catalogue`);
}

/**
 * In a build, a screen brings the words that it says and no others: people keep one catalogue, and the first
 * screen need not wait for the words of all of them. A file that takes the catalogue as a whole gets the whole.
 */
export function splitStrings(): Plugin {
  let catalogue: Promise<Catalogue> | null = null;
  let file = "";
  return {
    name: "split-strings",
    apply: "build",
    enforce: "pre",
    configResolved(config) {
      file = resolve(config.root, "src/strings.ts");
    },
    buildStart() {
      catalogue = read(file);
    },
    resolveId(source, importer) {
      return PART.test(source) && importer ? resolve(dirname(importer), source) : null;
    },
    async load(id) {
      const name = PART.exec(id)?.[1];
      if (!name || !catalogue) return null;
      const { before, parts } = await catalogue;
      return `${before}\nexport const part = ${parts.get(name)};`;
    },
    transform: {
      filter: { id: /\/ui\/src\/.*\.tsx?$/ },
      async handler(code) {
        const from = IMPORT.exec(code)?.[1];
        if (!from || !catalogue) return null;
        const { parts } = await catalogue;
        const used = new Set<string>();
        const rest = code.replace(IMPORT, "").replace(USE, (_, key: string) => {
          const name = parts.has(key) ? key : WORDS;
          used.add(name);
          return name === WORDS ? `strings_${WORDS}.${key}` : `strings_${name}`;
        });
        // Taken whole somewhere, or named in a way that is not seen here.
        if (WHOLE.test(rest)) return null;
        const imports = [...used].map(
          (name) => `import { part as strings_${name} } from "${from}~${name}.ts";`,
        );
        return { code: `${imports.join("")}${rest}`, map: null };
      },
    },
  };
}
