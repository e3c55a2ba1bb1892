// Made by Tacklebox from the sentence in sentence.json: change it there, or in Tacklebox. Restart the gateway after it.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const sentence = JSON.parse(readFileSync(new URL("./sentence.json", import.meta.url), "utf8"));
const pattern = sentence.pattern ? new RegExp(sentence.pattern) : null;

/** Every text in something. */
const texts = (it) => (typeof it === "string" ? [it] : it && typeof it === "object" ? Object.values(it).flatMap(texts) : []);

/** Whether the sentence is about this. */
const meant = (event) =>
  (sentence.tools.length === 0 || sentence.tools.includes(event.toolName)) && (!pattern || pattern.test(texts({what}).join("\n")));

/** The command gets what happens as JSON on its standard input. What it prints changes nothing. */
const run = (api, event, context) =>
  new Promise((done) => {
    const failed = (why) => {
      api.logger.warn(`{name}: {event}: ${why}`);
      done();
    };
    const command = spawn(sentence.with, { shell: true, stdio: ["pipe", "ignore", "ignore"], timeout: (sentence.timeout ?? 10) * 1000 });
    command.on("error", (error) => failed(error.message));
    command.on("close", (status) => (status === 0 ? done() : failed(`its command ended with ${status ?? "a signal"}`)));
    // A command need not read what it is given.
    command.stdin.on("error", () => {});
    command.stdin.end(`${JSON.stringify({ event, context: { sessionKey: context?.sessionKey, agentId: context?.agentId } })}\n`);
  });

export default {
  id: "{name}",
  name: "{title}",

  register(api) {
    api.on("{event}", (event, context) => {
      if (!meant(event)) return;
      {wait}run(api, event, context);
    }, { priority: sentence.priority ?? 0 });
  },
};
