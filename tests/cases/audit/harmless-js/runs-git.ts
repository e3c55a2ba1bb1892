// reaches: program
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export default async function (event) {
  const { stdout } = await run("git", ["log", "--oneline", "-5"], { cwd: event.context.workspaceDir });
  event.messages.push(stdout);
}
