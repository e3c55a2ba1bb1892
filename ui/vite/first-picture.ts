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

/**
 * One script of the components of the window with stand-ins for what makes them live: `main.ts`, which is in the page, or
 * `picture.tsx`, which draws a picture of them.
 */
async function buildScript(root: string, input: string, format: "es" | "iife"): Promise<string> {
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
        input: `${root}/src/first/${input}`,
        output: { codeSplitting: false, format },
        preserveEntrySignatures: "strict",
        // What is in the page itself takes nothing with it that it does not use.
        treeshake: { moduleSideEffects: format === "es" },
        // Meant for servers; it means nothing in a page.
        onLog: (level, log, next) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : next(level, log)),
      },
    },
  });
  const { output } = result as Rollup.RollupOutput;
  const [chunk] = output.filter((part) => part.type === "chunk");
  return chunk?.code ?? "";
}

/** A page of a build ends with a script that brings the first picture, and then the window's own script. */
export function firstPicture(): Plugin {
  let root = "";
  let file = "";
  let main = "";
  return {
    name: "first-picture",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      this.addWatchFile(`${root}/src/first/main.ts`);
      const picture = await buildScript(root, "picture.tsx", "es");
      file = this.emitFile({ type: "asset", name: "first.js", source: picture });
      main = (await buildScript(root, "main.ts", "iife")).trim();
      if (/<\/script|<!--/i.test(main)) this.error("The script of the page would end before its end");
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return this.error("No page to put the first picture into");
        const own = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/;
        const text = String(page.source);
        const window = own.exec(text)?.[1] ?? this.error("The page names no script");
        page.source = text
          .replace(own, "")
          .replace(
            "</body>",
            () =>
              `<script data-picture="/${this.getFileName(file)}" data-window="${window}">${main}</script></body>`,
          );
      },
    },
  };
}
