// reaches: nothing
import { Worker } from "node:worker_threads";

export default (event) => {
  const worker = new Worker(new URL("./embed.js", import.meta.url), { workerData: event.context.content });
  worker.once("message", (vector) => event.messages.push(`${vector.length} numbers`));
};
