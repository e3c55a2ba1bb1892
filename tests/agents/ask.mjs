// What a real agent does with a home, as JSON. The home is written to by some: use a copy.
//
//   node tests/agents/ask.mjs milady|eliza HOME [EVENT…]
//   node tests/agents/ask.mjs openclaw@VERSION HOME [EVENT…]
//   node tests/agents/ask.mjs openclaw@VERSION HOME -- config validate --json
import { resolve } from "node:path";
import { askFamily } from "./family-ask.mjs";
import { askOpenclaw, command } from "./openclaw-ask.mjs";

const [agent, place, ...rest] = process.argv.slice(2);
const home = place && resolve(place);
const version = agent?.startsWith("openclaw@") ? agent.slice("openclaw@".length) : null;
if (!home || !(version || agent === "milady" || agent === "eliza")) {
  console.error("Usage: node ask.mjs milady|eliza|openclaw@VERSION HOME [EVENT…]");
  process.exit(2);
}
if (version && rest[0] === "--") {
  const { code, out, err } = await command(version, home, rest.slice(1));
  process.stdout.write(out);
  process.stderr.write(err);
  process.exitCode = typeof code === "number" ? code : 1;
} else {
  const answer = version
    ? await askOpenclaw(version, home, { send: rest })
    : await askFamily(agent, home, { send: rest });
  console.log(JSON.stringify(answer, null, 2));
}
