import { transformAsync } from "@babel/core";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { firstLoadSize } from "./vite/first-load.ts";
import { firstPicture } from "./vite/first-picture.ts";
import { splitStrings } from "./vite/split-strings.ts";

/**
 * The order of the layers is in `tokens.css`, and the first style sheet that names a layer decides. Which
 * one a page loads first changes with every screen that is loaded late, so each of them begins with the order.
 */
function layerOrder(): Plugin {
  return {
    name: "layer-order",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === "asset" && part.fileName.endsWith(".css"))
          part.source = `@layer tokens,base,parts,screens;${part.source}`;
      }
    },
  };
}

/** The React Compiler on our own files. The ready-made plugin for it wants a newer Node than the project. */
function reactCompiler(): Plugin {
  return {
    name: "react-compiler",
    enforce: "pre",
    transform: {
      filter: { id: /\/ui\/src\/.*(\.tsx|\/use\w+\.ts)$/ },
      async handler(code, filename) {
        const result = await transformAsync(code, {
          filename,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          // Types and JSX stay: Vite takes them out afterwards.
          parserOpts: { plugins: ["typescript", "jsx"] },
          plugins: ["babel-plugin-react-compiler"],
        });
        return result?.code ? { code: result.code, map: result.map } : null;
      },
    },
  };
}

export default defineConfig({
  plugins: [splitStrings(), react(), reactCompiler(), layerOrder(), firstPicture(), firstLoadSize()],
  // Tauri waits for this very port, so a taken one must be an error.
  // The guide is shown in the window, and is not below this folder.
  server: { port: 5173, strictPort: true, host: "127.0.0.1", fs: { allow: [".."] } },
  clearScreen: false,
  build: {
    // The oldest web views with light-dark(): nothing needs to be translated for them.
    target: ["chrome123", "safari17.5"],
    modulePreload: { polyfill: false },
    // What the first picture needs is one file: each further one would be asked for and answered before it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
    // Inlined assets would need `data:` in more places of the content security policy.
    assetsInlineLimit: 0,
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    // A whole window is drawn in each test, also on slow machines that do other work.
    testTimeout: 30_000,
  },
});
