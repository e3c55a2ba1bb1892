// What OpenClaw says of many configs at once, by the check that its program makes: run by a Node that it
// supports, a JSON list of configs on stdin, a list of answers on stdout.
//
//   node validate.mjs '{"dist": "<its dist folder>"}'
import { text } from "node:stream/consumers";
import { finder } from "./chunks.mjs";

const { dist } = JSON.parse(process.argv[2]);
const say = process.stdout.write.bind(process.stdout);
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

const find = finder(dist);
const check =
  (await find("validateConfigObjectWithPlugins").catch(() => null)) ?? (await find("validateConfigObjectRawWithPlugins"));
const answers = [];
for (const config of JSON.parse(await text(process.stdin))) {
  const { ok, issues } = await check(config);
  answers.push({ ok, issues: (issues ?? []).map(({ path, message }) => ({ path, message })) });
}
// A pipe takes a long answer in parts.
say(JSON.stringify(answers), () => process.exit(0));
