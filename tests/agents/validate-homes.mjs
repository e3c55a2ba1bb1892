// What OpenClaw says of the config of each of many homes, as `openclaw config validate` asks it there: with the plugins
// of that home, whose schemas their settings have to fit. Run by a Node that it supports in a home of its own, a JSON
// list of homes on stdin, a list of answers on stdout.
//
//   node validate-homes.mjs '{"dist": "<its dist folder>"}'
import { text } from "node:stream/consumers";
import { finder } from "./chunks.mjs";

const { dist } = JSON.parse(process.argv[2]);
const say = process.stdout.write.bind(process.stdout);
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

const find = finder(dist);
const read = await find("readConfigFileSnapshot");
// The command is stricter than the gateway since 2026.8.
const check = await find("validateConfigObjectRawWithPlugins");

async function answer(home) {
  process.env.HOME = home;
  const { path, exists, valid, issues, warnings, sourceConfig } = await read({ observe: false });
  if (!exists || !path.startsWith(home)) return { ok: false, issues: [{ path: "", message: `there is no config: ${path}` }], warnings };
  const strict = valid ? await check(sourceConfig, { semanticValidation: "strict" }) : { ok: false, issues };
  return { ok: strict.ok, issues: strict.issues ?? [], warnings };
}

const answers = [];
for (const home of JSON.parse(await text(process.stdin))) answers.push(await answer(home));
say(JSON.stringify(answers), () => process.exit(0));
