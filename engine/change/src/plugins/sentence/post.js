// Made by Tacklebox from the sentence in sentence.json: change it there, or in Tacklebox. Restart the gateway after it.
import { readFileSync } from "node:fs";

const sentence = JSON.parse(readFileSync(new URL("./sentence.json", import.meta.url), "utf8"));
const pattern = sentence.pattern ? new RegExp(sentence.pattern) : null;

/** Every text in something. */
const texts = (it) => (typeof it === "string" ? [it] : it && typeof it === "object" ? Object.values(it).flatMap(texts) : []);

/** Whether the sentence is about this. */
const meant = (event) =>
  (sentence.tools.length === 0 || sentence.tools.includes(event.toolName)) && (!pattern || pattern.test(texts({what}).join("\n")));

/** The address gets what happens as JSON. What it answers changes nothing. */
async function post(api, event, context) {
  try {
    const answer = await fetch(sentence.with, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ event, context: { sessionKey: context?.sessionKey, agentId: context?.agentId } }),
      signal: AbortSignal.timeout((sentence.timeout ?? 10) * 1000),
    });
    if (!answer.ok) api.logger.warn(`{name}: {event}: its address answered with ${answer.status}`);
  } catch (error) {
    api.logger.warn(`{name}: {event}: ${error.message}`);
  }
}

export default {
  id: "{name}",
  name: "{title}",

  register(api) {
    api.on("{event}", (event, context) => {
      if (!meant(event)) return;
      {wait}post(api, event, context);
    }, { priority: sentence.priority ?? 0 });
  },
};
