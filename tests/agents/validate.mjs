// What OpenClaw says of many configs at once, by the check that its program makes, and whether its gateway puts one that
// it refuses in order itself when it is started: run by a Node that it supports in a home of its own, a JSON list of
// configs on stdin, a list of answers on stdout.
//
//   node validate.mjs '{"dist": "<its dist folder>"}'
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { finder } from "./chunks.mjs";

const { dist } = JSON.parse(process.argv[2]);
const say = process.stdout.write.bind(process.stdout);
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

const find = finder(dist);
const may = (name) => find(name).catch(() => null);
const check = (await may("validateConfigObjectWithPlugins")) ?? (await find("validateConfigObjectRawWithPlugins"));
const read = await find("readConfigFileSnapshot");
// It is asked twice before it starts, and what one of them leaves as it is ends it. 2026.7 asks nobody.
const plans = (await may("planAutomaticConfigRepair")) ?? (await may("planStartupConfigRepair"));
const admits = plans && (await find("resolveStartupConfigSnapshot"));
const file = join(process.env.HOME, ".openclaw", "openclaw.json");
mkdirSync(join(file, ".."));

async function settles(config) {
  writeFileSync(file, JSON.stringify(config));
  const snapshot = await read({ observe: false });
  return Boolean(plans(snapshot) && admits(snapshot));
}

const answers = [];
for (const config of JSON.parse(await text(process.stdin))) {
  // What ends its check ends it.
  const { ok, issues } = await (async () => check(config))().catch(({ message }) => ({ ok: false, issues: [{ path: "", message }] }));
  const settled = !ok && plans !== null && (await settles(config).catch(() => false));
  answers.push({ ok, settled, issues: (issues ?? []).map(({ path, message }) => ({ path, message })) });
}
// A pipe takes a long answer in parts.
say(JSON.stringify(answers), () => process.exit(0));
