import { relative } from "node:path";
import { transformAsync, types } from "@babel/core";
import { build, type Plugin, type Rollup } from "vite";
import { splitStrings } from "./split-strings.ts";

const STAND_INS: Record<string, string> = {
  "@tanstack/react-query": "src/first/stand-ins/query.ts",
  "wouter/use-hash-location": "src/first/stand-ins/address.ts",
  react: "src/first/stand-ins/react.ts",
  "react-dom": "src/first/stand-ins/react.ts",
  "react/jsx-runtime": "preact/jsx-runtime",
};
/** Modules of our own that have one. */
const OWN: Record<string, string> = {
  "src/backend/index.ts": "src/first/stand-ins/backend.ts",
  "src/data/actions.ts": "src/first/stand-ins/actions.ts",
};
const EFFECTS = ["useEffect", "useLayoutEffect"];

/** What no picture needs: everything that answers a person, or happens after something was drawn. */
function withoutDeeds(): Plugin {
  return {
    name: "without-deeds",
    enforce: "pre",
    transform: {
      filter: { id: /\/ui\/src\/.*\.tsx?$/ },
      async handler(code, filename) {
        const result = await transformAsync(code, {
          filename,
          babelrc: false,
          configFile: false,
          parserOpts: { plugins: filename.endsWith("x") ? ["typescript", "jsx"] : ["typescript"] },
          plugins: [
            {
              visitor: {
                JSXAttribute(path) {
                  const { name } = path.node;
                  if (types.isJSXIdentifier(name) && /^on[A-Z]|^ref$/.test(name.name)) path.remove();
                },
                ExpressionStatement(path) {
                  const { expression } = path.node;
                  if (
                    types.isCallExpression(expression) &&
                    types.isIdentifier(expression.callee) &&
                    EFFECTS.includes(expression.callee.name)
                  )
                    path.remove();
                },
              },
            },
          ],
        });
        return result?.code ? { code: result.code, map: null } : null;
      },
    },
  };
}

/** The components of the window with stand-ins for what makes them live: one script that draws a picture of them. */
export async function buildFirstPicture(root: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: "warn",
    plugins: [
      splitStrings(),
      withoutDeeds(),
      {
        name: "own-stand-ins",
        enforce: "pre",
        async resolveId(source, importer, options) {
          const found = await this.resolve(source, importer, { ...options, skipSelf: true });
          const other = OWN[relative(root, found?.id ?? "")];
          return other ? `${root}/${other}` : found;
        },
      },
      {
        name: "nothing-later",
        resolveDynamicImport: () => "\0later",
        load: (id) => (id === "\0later" ? "export default null" : null),
      },
    ],
    resolve: {
      alias: Object.entries(STAND_INS).map(([name, other]) => ({
        find: new RegExp(`^${name}$`),
        replacement: other.startsWith("src/") ? `${root}/${other}` : other,
      })),
    },
    build: {
      write: false,
      modulePreload: false,
      target: ["chrome123", "safari17.5"],
      rolldownOptions: {
        input: `${root}/src/first/main.ts`,
        output: { codeSplitting: false },
        // Meant for servers; it means nothing in a page.
        onLog: (level, log, next) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : next(level, log)),
      },
    },
  });
  const { output } = result as Rollup.RollupOutput;
  const [chunk] = output.filter((part) => part.type === "chunk");
  return chunk?.code ?? "";
}

/** A page of a build begins with the script of its first picture, which brings the window's own. */
export function firstPicture(): Plugin {
  let root = "";
  let file = "";
  return {
    name: "first-picture",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      this.addWatchFile(`${root}/src/first/main.ts`);
      file = this.emitFile({ type: "asset", name: "first.js", source: await buildFirstPicture(root) });
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return this.error("No page to put the first picture into");
        const first = this.getFileName(file);
        const own = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
        page.source = String(page.source).replace(
          own,
          (_, source) =>
            `<script type="module" crossorigin src="/${first}" data-window="${source}"></script>`,
        );
        if (!String(page.source).includes("data-window")) this.error("The page names no script");
      },
    },
  };
}
