// reaches: program
import { fork, spawn } from "node:child_process";
import { join } from "node:path";

export default () => {
  fork(join(import.meta.dirname, "worker.js"));
  spawn(process.execPath, ["--version"]);
};
