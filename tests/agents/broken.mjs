// Hooks that each are broken in a way of their own, and what `hooks fix` makes of them: each is then one that its
// agent registers for its event.
import assert from "node:assert/strict";
import { note } from "./agreement.mjs";
import { fresh, put } from "./homes.mjs";
import { tacklebox } from "./tacklebox.mjs";

const HANDLER = "export default async () => {};\n";

/** Name → the front matter between its lines, and its handler; none where the missing file is the fault. */
const broken = (agent, key) => {
  const meta = `metadata: {"${agent}":{"events":["${key}"]}}\n`;
  const another = agent === "openclaw" ? "milady" : "openclaw";
  return {
    colon: [`name: colon\ndescription: Says: hello\n${meta}`, HANDLER],
    doubled: [`name: doubled\nname: doubled\ndescription: d\n${meta}`, HANDLER],
    "no-name": [meta, HANDLER],
    top: [`name: top\nevents: [${key}]\n`, HANDLER],
    bracket: [`name: bracket\n${meta.replace("}}", "}")}`, HANDLER],
    list: [`name: list\nmetadata:\n  - ${agent}:\n      events: [${key}]\n`, HANDLER],
    event: [`name: event\n${meta.replace(key, `${key.slice(0, 2)}${key.slice(3)}`)}`, HANDLER],
    misspelt: [`name: misspelt\n${meta.replace("events", "event")}`, HANDLER],
    foreign: [`name: foreign\n${meta.replace(agent, another)}`, HANDLER],
    tab: [`name: tab\nmetadata:\n\t${agent}:\n\t\tevents: [${key}]\n`, HANDLER],
    "no-handler": [`name: no-handler\n${meta}`, null],
    export: [`name: export\n${meta.replace('{"events"', '{"export":"run","events"')}`, "export async function rum() {}\n"],
  };
};

/** By the text alone no module is read, so nothing is said of a wrong export; and it reads more of a manifest. */
const NOT_BY_TEXT = ["export", "tab"];

/** Each is repaired as this version is known, and as the text says; `ask` says what the agent then registers. */
export async function repairedAndRegistered(agent, version, key, config, ask) {
  for (const judged of [version, "documented"]) {
    const it = fresh();
    try {
      put(it, `.${agent}/${agent}.json`, config);
      const names = putBroken(it, agent, key);
      const registered = async () => {
        const { hooks } = await ask(it);
        return names.filter((name) => hooks.some((hook) => hook.name === name && hook.events.includes(key)));
      };
      const before = await registered();
      assert.ok(before.length < 5, `they are not broken: ${before}`);
      const ways = repair(it, agent, judged, names);
      const after = await registered();
      const wanted = names.filter((name) => judged === version || !NOT_BY_TEXT.includes(name));
      const lost = wanted.filter((name) => !after.includes(name));
      assert.deepEqual(lost, [], `by ${judged}, after ${JSON.stringify(ways)}`);
      const by = judged === version ? "its rules" : "its text";
      note(`${agent} ${version}`, `hooks repaired by ${by}`, wanted.length, wanted.length);
    } finally {
      it.done();
    }
  }
}

/** Writes them into a home; their names. */
function putBroken(it, agent, key) {
  const all = Object.entries(broken(agent, key));
  for (const [name, [front, handler]] of all) {
    put(it, `.${agent}/hooks/${name}/HOOK.md`, `---\n${front}---\n# ${name}\n`);
    if (handler !== null) put(it, `.${agent}/hooks/${name}/handler.ts`, handler);
  }
  return all.map(([name]) => name);
}

/** Takes the first way out of each that this version does not load as it is. */
function repair(it, agent, version, names) {
  const runtime = ["--runtime", `${agent}=${version}`, "--agent", agent];
  const ways = [];
  for (const name of names) {
    const { json } = tacklebox(it, ["hooks", "fix", `${agent}/managed/${name}`, ...runtime]);
    const [first] = json ?? [];
    if (!first) continue;
    const done = tacklebox(it, ["hooks", "fix", first.hook, "--id", first.id, ...runtime]);
    assert.equal(done.status, 0, `${name}: ${done.stdout}`);
    ways.push([name, first.id]);
  }
  return ways;
}
