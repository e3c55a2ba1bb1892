// Made by Tacklebox from the sentence in sentence.json: change it there, or in Tacklebox. Restart the gateway after it.
import { readFileSync } from "node:fs";

const sentence = JSON.parse(readFileSync(new URL("./sentence.json", import.meta.url), "utf8"));
const pattern = sentence.pattern ? new RegExp(sentence.pattern) : null;

/** Every text in something. */
const texts = (it) => (typeof it === "string" ? [it] : it && typeof it === "object" ? Object.values(it).flatMap(texts) : []);

/** Whether the sentence is about this. */
const meant = (event) =>
  (sentence.tools.length === 0 || sentence.tools.includes(event.toolName)) && (!pattern || pattern.test(texts({what}).join("\n")));

export default {
  id: "{name}",
  name: "{title}",

  register(api) {
    api.on("{event}", (event) => (meant(event) ? {no} : undefined), { priority: sentence.priority ?? 0 });
  },
};
