import { execFile } from "node:child_process";
import { promisify } from "node:util";
const run = promisify(execFile);
export default async (event: { context: { workspaceDir: string } }) => {
  const cwd = event.context.workspaceDir;
  const { stdout } = await run("git", ["status", "--porcelain"], { cwd });
  if (!stdout.trim()) return;
  await run("git", ["add", "-A"], { cwd });
  await run("git", ["commit", "-m", "Checkpoint"], { cwd });
};
