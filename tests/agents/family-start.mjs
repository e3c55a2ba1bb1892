// What the start of Milady or Eliza sets in its environment between its config and its hooks, by its own lines: the
// module that they are in needs all of the agent, so they are cut out of its published text.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function started(src, config) {
  const text = readFileSync(join(src, "runtime", "eliza.js"), "utf8");
  const cut = (pattern, what) => {
    const [found] = pattern.exec(text) ?? [];
    if (!found) throw new Error(`The start of the agent has no ${what} any more.`);
    return found.replaceAll(/^export /gm, "");
  };
  const token = /^const RETAKE_CHANNEL_ACCESS_TOKEN_ENV = .*$/m.exec(text)?.[0] ?? "";
  const managed = /^function isElizaCloudManagedProcessEnvKey[\s\S]*?^}/m.exec(text)?.[0] ?? "";
  const map = cut(/^const CHANNEL_ENV_MAP = (?:[A-Z_]+;|\{[\s\S]*?^\};)/m, "map of connectors");
  const connectors = cut(/^export function applyConnectorSecretsToEnv[\s\S]*?^}/m, "connectors");
  const vars = cut(/^ {4}\/\/ 2[ef]\. Propagate arbitrary env vars[\s\S]*?^ {4}}$/m, "variables");
  const own = join(src, "config", "env-vars.js");
  const named = existsSync(own) ? await import(pathToFileURL(own).href) : {};
  const lines = [token, managed, map, connectors, "applyConnectorSecretsToEnv(config);", vars].join("\n");
  new Function("config", "CONNECTOR_ENV_MAP", lines)(config, named.CONNECTOR_ENV_MAP);
}
