// Which plugins the gateway of OpenClaw would start in this home, asked of its own plan: by Node, in a process
// of its own. No plugin is loaded for it.
//
//   node openclaw-starts.mjs '{"dist": "<its dist folder>"}'
import { finder } from "./chunks.mjs";

const { dist } = JSON.parse(process.argv[2]);
const say = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
const find = finder(dist);
const load = await find("loadConfig");
const add = await find("applyPluginAutoEnable");
const plan = await find("loadGatewayStartupPluginPlan");

const env = process.env;
const asWritten = load();
const usual = await find("resolveDefaultAgentWorkspaceDir").catch(() => null);
const workspaceDir = usual ? usual(env) : (await find("resolveAgentWorkspaceDir"))(asWritten, "main");
const { manifestRegistry } = (await find("loadPluginMetadataSnapshot"))({ config: asWritten, workspaceDir, env });
const { config } = add({ config: asWritten, env, manifestRegistry });
const { pluginIds } = plan({ config, activationSourceConfig: asWritten, workspaceDir, env });
say(`${JSON.stringify({ starts: pluginIds })}\n`);
process.exit(0);
