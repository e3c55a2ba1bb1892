// reaches: nothing
import { EventEmitter } from "node:events";

const bus = new EventEmitter();
bus.on("exec", (name: string) => console.log(`exec ${name}`));

export default (event) => bus.emit("exec", event.action);
