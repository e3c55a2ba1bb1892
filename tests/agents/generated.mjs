// What is said of homes that were put together at random, beside what the agent does with them. The seeds are always
// the same; `TACKLEBOX_SEEDS=1000-2000` asks for others.
import assert from "node:assert/strict";
import { note } from "./agreement.mjs";
import { generated } from "./generator.mjs";
import { fresh, put } from "./homes.mjs";
import { OWN } from "./openclaw-ask.mjs";
import { loaded } from "./tacklebox.mjs";

const [FROM, TO] = (process.env.TACKLEBOX_SEEDS ?? "0-0").split("-").map(Number);

/** An event as Milady and Eliza log it: null is nothing, and a list has no brackets. */
const logged = (key) => (key === "null" ? "" : key.replaceAll(/^\["?|"?\]$/g, ""));

/** Asks `ask` about so many homes of so many hooks each, and holds each hook that is not one of two of its name beside its answer. */
export async function agree(agent, version, { homes, count }, ask) {
  const title = `${agent === "openclaw" ? "OpenClaw" : agent} ${version}`;
  const registered = ({ runtime }) => (agent === "openclaw" ? [...runtime.registered] : runtime.registered.map(logged));
  const wrong = [];
  let all = 0;
  let open = 0;
  let on = 0;
  for (let seed = FROM; seed < (TO || homes); seed++) {
    const one = generated(agent, seed, { count, spread: seed % 2 === 1 });
    const it = { ...fresh(), env: one.env };
    try {
      for (const [path, text] of Object.entries(one.files)) put(it, path, text);
      const ours = loaded(it, agent, version).all.filter((hook) => hook.dir !== null);
      const answer = await ask(it);
      const theirs = new Map(answer.hooks.map(({ name, events }) => [name, [...events].sort()]));
      const say = (hook, said, does) => {
        const dir = hook?.dir.replace(`${it.home}/`, "");
        const files = Object.entries(one.files).filter(([path]) => dir && path.startsWith(`${dir}/`));
        wrong.push(`seed ${seed}, ${dir}\n  we say:  ${said}\n  it does: ${does}\n  ${files.map(([path, text]) => `${path}: ${JSON.stringify(text)}`).join("\n  ")}`);
      };
      for (const hook of ours) {
        // Of two of one name the log does not tell which it is, and of a few it depends on what their module does.
        const twin = ours.some((other) => other !== hook && other.name === hook.name);
        if (hook.runtime.loads === null) open += 1;
        if (twin || hook.runtime.loads === null) continue;
        all += 1;
        if (hook.runtime.loads) on += 1;
        const said = hook.runtime.loads ? registered(hook).sort().join() : "off";
        const does = theirs.get(hook.name)?.join() ?? "off";
        if (said !== does) say(hook, said, does);
      }
      const listed = new Set([...ours.map(({ name }) => name), ...OWN]);
      for (const name of theirs.keys()) if (!listed.has(name)) wrong.push(`seed ${seed}: it loads “${name}”, which is not listed`);
    } finally {
      it.done();
    }
  }
  console.log(`${title}: of ${all + open} hooks ${on} load, and of ${open} it is not known`);
  note(title, "generated hooks", all, all - wrong.length);
  assert.ok(all > homes * 2, `${all} hooks`);
  assert.ok(open * 20 < all, `of ${open} it is not known`);
  assert.deepEqual(wrong, []);
  assert.ok(on * 8 > all, `${on} of ${all} load`);
}
