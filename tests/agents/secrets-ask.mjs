// Whether OpenClaw goes on with the secrets that many configs ask for, by what its gateway does with them when it is
// started: run by a Node that it supports in a home of its own, a JSON list of configs on stdin, a list of answers on stdout.
// With `"places": true` it tells instead where a config may ask for secrets.
//
//   node secrets-ask.mjs '{"dist": "<its dist folder>"}'
import { text } from "node:stream/consumers";
import { finder } from "./chunks.mjs";

const { dist, places } = JSON.parse(process.argv[2]);
const say = process.stdout.write.bind(process.stdout);
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

const find = finder(dist);
// A pipe takes a long answer in parts.
const answer = (it) => say(JSON.stringify(it), () => process.exit(0));
if (places) {
  const list = await find("listSecretTargetRegistryEntries");
  answer(list().filter(({ configFile }) => configFile === "openclaw.json").map(({ pathPattern }) => pathPattern));
} else {
  const prepare = await find("prepareSecretsRuntimeSnapshot");
  const goesOn = (config) =>
    prepare({ config, env: {}, includeAuthStoreRefs: false, allowUnavailableSecretOwners: true }).then(
      () => true,
      () => false,
    );
  const answers = [];
  for (const config of JSON.parse(await text(process.stdin))) answers.push(await goesOn(config));
  answer(answers);
}
