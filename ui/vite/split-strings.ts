import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseAsync, types } from "@babel/core";
import type { Plugin } from "vite";

/** What is a word and no group of words. */
const WORDS = "words";
const PART = /\/strings~(\w+)(?:~(\w+))?\.ts$/;
const IMPORT = /^import \{ strings \} from "([^"]*\/strings)";$/m;
const USE = /(?<![\w.])strings\.(\w+)(?:\.(\w+))?/g;

/** By its name: its whole text, and that of each word in it. */
type Part = { text: string; words: Map<string, string> };
type Catalogue = { before: string; parts: Map<string, Part> };

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
    const textOf = ({ start, end }: types.Node) => code.slice(start ?? 0, end ?? 0);
    const parts = new Map<string, Part>();
    const single = new Map<string, string>();
    for (const property of init.properties) {
      if (!types.isObjectProperty(property) || !types.isIdentifier(property.key))
        throw new Error(`${file}: only plain groups of words can be taken apart`);
      const { key, value } = property;
      if (!types.isObjectExpression(value)) {
        single.set(key.name, textOf(value));
        continue;
      }
      const words = new Map<string, string>();
      for (const word of value.properties) {
        if (types.isObjectProperty(word) && types.isIdentifier(word.key))
          words.set(word.key.name, textOf(word.value));
      }
      parts.set(key.name, { text: textOf(value), words });
    }
    const all = [...single].map(([name, text]) => `${name}: ${text}`);
    parts.set(WORDS, { text: `{ ${all.join(", ")} }`, words: single });
    return { before: code.slice(0, statement.start ?? 0), parts };
  }
  throw new Error(`${file} has no catalogue`);
}

/**
 * In a build, a screen brings the words that it says and no others: people keep one catalogue, and the first
 * screen need not wait for the words of all of them. A word that is named
 * alone comes alone. A file that takes the catalogue as a whole gets the whole.
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
      const [, name, word] = PART.exec(id) ?? [];
      if (!name || !catalogue) return null;
      const { before, parts } = await catalogue;
      const part = parts.get(name);
      return `${before}\nexport const part = ${word ? part?.words.get(word) : part?.text};`;
    },
    transform: {
      filter: { id: /\/ui\/src\/.*\.tsx?$/ },
      async handler(code) {
        const from = IMPORT.exec(code)?.[1];
        if (!from || !catalogue) return null;
        const { parts } = await catalogue;
        const used = new Set<string>();
        const rest = code.replace(IMPORT, "").replace(USE, (_, key: string, after?: string) => {
          const group = parts.get(key);
          const name = group
            ? after && group.words.has(after)
              ? `${key}~${after}`
              : key
            : `${WORDS}~${key}`;
          used.add(name);
          const left = after && !name.endsWith(`~${after}`) ? `.${after}` : "";
          return `strings_${name.replace("~", "_")}${left}`;
        });
        // Taken whole somewhere, or named in a way that is not seen here.
        if (/(?<![\w.])strings(?![\w"~])/.test(rest)) return null;
        const imports = [...used].map(
          (name) => `import { part as strings_${name.replace("~", "_")} } from "${from}~${name}.ts";`,
        );
        return { code: `${imports.join("")}${rest}`, map: null };
      },
    },
  };
}
