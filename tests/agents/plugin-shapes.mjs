// Plugins of OpenClaw in the shapes in which people write them, and two that it refuses. Each file is the
// whole plugin but for its manifest, which is made for it.

const FOLDER = ".openclaw/extensions";

/** id → files, and what a person would say it registers: [name, priority]. */
export const SHAPES = {
  "object-register": {
    "index.js": 'export default { id: "object-register", register(api) { api.on("before_tool_call", async () => {}, { priority: 50 }); } };\n',
  },
  "typed-source": {
    "index.ts": `import type { OpenClawPluginApi } from "openclaw/plugin-sdk";
const plugin = { id: "typed-source", name: "Typed", register(api: OpenClawPluginApi): void { api.on("message_sending", (event: { content: string }) => ({ content: event.content })); } };
export default plugin;
`,
  },
  "a-function": { "index.js": 'export default function register(api) { api.on("session_start", () => {}); api.on("session_end", () => {}); }\n' },
  "no-module-kind": { "index.mjs": 'const NAME = "message_" + "sent";\nexport default { register: (api) => api.on(NAME, () => {}, { priority: -3 }) };\n' },
  "plugin-entry": {
    "index.ts": `import { definePluginEntry } from "openclaw/plugin-sdk/plugin-entry";
export default definePluginEntry({ id: "plugin-entry", name: "Entry", description: "d", register(api) { api.on("gateway_start", () => {}); } });
`,
  },
  "common-js": { "index.cjs": 'module.exports = { id: "common-js", register(api) { api.on("llm_input", () => {}); } };\n' },
  packaged: {
    "package.json": '{ "name": "packaged", "version": "2.0.0", "type": "module", "openclaw": { "extensions": ["./dist/main.js"] } }\n',
    "dist/main.js": 'import { NAMES } from "./names.js";\nexport default { id: "packaged", register(api) { for (const name of NAMES) api.on(name, () => {}); } };\n',
    "dist/names.js": 'export const NAMES = ["before_compaction", "after_compaction"];\n',
  },
  priorities: {
    "index.js": 'export default { id: "priorities", register(api) { api.on("before_tool_call", () => {}, { priority: 0.5 }); api.on("before_tool_call", () => {}, { priority: -0.5 }); api.on("after_tool_call", () => {}); } };\n',
  },
  "internal-hook": {
    "index.js": 'export default { id: "internal-hook", register(api) { api.registerHook(["command:new", "command:reset"], async () => {}, { name: "internal-hook.new", description: "d" }); api.on("before_reset", () => {}); } };\n',
  },
  "with-values": {
    "index.ts": `import { emptyPluginConfigSchema } from "openclaw/plugin-sdk/plugin-entry";
export default { id: "with-values", configSchema: emptyPluginConfigSchema(), register(api: any) { api.registerCommand({ name: "shape", description: "d", handler: async () => ({ text: "x" }) }); api.registerService({ id: "shape-service", start() {}, stop() {} }); api.on("message_received", () => {}, { priority: 7 }); } };
`,
  },
  "asks-the-api": {
    "index.js": `export default { id: "asks-the-api", register(api) {
  if (!api.rootDir || !/^2026/.test(api.runtime.version) || typeof api.resolvePath("~/x") !== "string" || !api.runtime.state.resolveStateDir() || api.madeUp) throw new Error("not as it was");
  api.agent.events.registerAgentEventSubscription({ id: "x", streams: ["lifecycle"], handle() {} });
  api.on("made_up", () => {}); api.on("before-tool-call", () => {}); api.on("session_end", () => {}, { priority: 2.5 });
  setTimeout(() => api.on("session_start", () => {}), 0);
} };
`,
  },
};

/** What neither loads. */
export const REFUSED = {
  "other-name": { "index.js": 'export default { id: "some-other", register(api) { api.on("before_tool_call", () => {}); } };\n' },
  "switched-off": { "index.js": 'export default { id: "switched-off", register(api) { api.on("before_tool_call", () => {}); } };\n' },
};

const manifest = (id) =>
  `${JSON.stringify({ id, name: id, version: "1.0.0", activation: { onStartup: true }, configSchema: { type: "object", additionalProperties: false, properties: {} } })}\n`;

/** Path → text of all of them. */
export function shapeFiles(shapes = { ...SHAPES, ...REFUSED }) {
  const files = {};
  for (const [id, own] of Object.entries(shapes)) {
    files[`${FOLDER}/${id}/openclaw.plugin.json`] = manifest(id);
    for (const [name, text] of Object.entries(own)) files[`${FOLDER}/${id}/${name}`] = text;
  }
  return files;
}
