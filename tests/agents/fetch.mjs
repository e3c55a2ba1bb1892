// Brings the published hook loaders of Milady and Eliza into a cache folder, each with the few packages
// that they import: json5 is the real one, the others hold only what the loaders call.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
/** Git ignores it; nothing of an agent is ever committed. */
export const cache = process.env.TACKLEBOX_AGENTS_CACHE ?? join(here, ".cache");
const pinned = JSON.parse(readFileSync(join(here, "packages.json"), "utf8"));

/** A package that is not available: a test that needs it is skipped by name. */
export class NotToBeHad extends Error {}

/** Why a test is skipped that needs what `work` brings; false where all of it is here. */
export function absent(work) {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof NotToBeHad) return error.message;
    throw error;
  }
}

/**
 * The loader of `milady` or `eliza`, ready to be asked.
 *
 * @returns {{ src: string, workspace: string, version: string }}
 */
export function loader(agent) {
  const { name, version } = pinned[agent];
  const into = join(cache, `${agent}-${version}`);
  if (!existsSync(join(into, ".ready"))) {
    mkdirSync(cache, { recursive: true });
    const fresh = mkdtempSync(join(cache, "new-"));
    try {
      unpack(agent, join(fresh, "package"));
      unpack("json5", join(fresh, "node_modules", "json5"));
      stubs(join(fresh, "node_modules"));
      const packages = join(fresh, "package", "packages");
      const src = join(packages, readdirSync(packages)[0], "src");
      if (agent === "milady") brand(src);
      writeFileSync(join(fresh, ".ready"), "");
      rmSync(into, { recursive: true, force: true });
      renameSync(fresh, into);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      throw error;
    }
  }
  const packages = join(into, "package", "packages");
  return {
    src: join(packages, readdirSync(packages)[0], "src"),
    workspace: agent === "milady" ? "providers/workspace" : "shared/workspace-resolution",
    version: `${name}@${version}`,
  };
}

function unpack(key, to) {
  const { name, version, integrity } = pinned[key];
  const spec = `${name}@${version}`;
  const parent = mkdtempSync(join(cache, "pack-"));
  try {
    let file;
    try {
      const out = execFileSync("npm", ["pack", spec, "--json", "--silent", "--ignore-scripts"], {
        cwd: parent,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 120_000,
      });
      const packed = Object.values(JSON.parse(out))[0];
      file = join(parent, packed.filename.replace(/^@/, "").replace("/", "-"));
    } catch (error) {
      throw new NotToBeHad(`${spec} is not available: ${String(error.stderr || error.message).trim().split("\n")[0]}`);
    }
    const bytes = readFileSync(file);
    const hash = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    // Something else under that name is not skipped: it is wrong.
    if (hash !== integrity) throw new Error(`${spec} is not the package that was pinned: ${hash}`);
    execFileSync("tar", ["-xzf", file, "-C", parent]);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(parent, "package"), to, { recursive: true });
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** What the loaders import of packages that cannot be installed. */
function stubs(modules) {
  const stub = (name, text) => {
    const dir = join(modules, name);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "package.json"), JSON.stringify({ name, type: "module", main: "index.js" }));
    writeFileSync(join(dir, "index.js"), text);
  };
  stub(
    "@elizaos/core",
    `import os from "node:os";
import path from "node:path";
const log = (level) => (...args) => globalThis.__hookLog?.(level, args);
export const logger = { info: log("info"), warn: log("warn"), error: log("error"), debug: log("debug") };
export const getElizaNamespace = (env = process.env) => env.ELIZA_NAMESPACE?.trim() || "eliza";
export const resolveUserPath = (text) => path.resolve(text.trim().replace(/^~(?=$|[\\\\/])/, os.homedir()));
export const resolveStateDir = (env = process.env) =>
  env.ELIZA_STATE_DIR?.trim() ? resolveUserPath(env.ELIZA_STATE_DIR) : path.join(os.homedir(), "." + getElizaNamespace(env));
export const resolveOAuthDir = () => path.join(resolveStateDir(), "credentials");
`,
  );
  stub(
    "@elizaos/shared",
    `export const isPlainObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const migrateLegacyRuntimeConfig = () => {};
export const isElizaSettingsDebugEnabled = () => false;
export const sanitizeForSettingsDebug = (value) => value;
export const settingsDebugCloudSummary = () => ({});
`,
  );
  stub("@elizaos/vault", "export const createManager = () => { throw new Error('There is no vault here.'); };\n");
}

/**
 * Milady published its loader under Eliza's names. Its own words are put back, and nothing else: the
 * folder, the key under `metadata` and the variables.
 */
function brand(src) {
  const files = readdirSync(src, { recursive: true }).filter((file) =>
    /^(hooks|config|providers)[\\/](discovery|loader|eligibility|paths|config|workspace)\.js$/.test(file),
  );
  for (const file of files) {
    const path = join(src, file);
    const text = readFileSync(path, "utf8");
    const own = text
      .replaceAll('".eliza"', '".milady"')
      .replaceAll("metadata?.eliza", "metadata?.milady")
      .replaceAll(/\bELIZA_(NAMESPACE|STATE_DIR|CONFIG_PATH|PROFILE)\b/g, "MILADY_$1")
      .replaceAll('override : "eliza"', 'override : "milady"');
    writeFileSync(path, own);
  }
}
