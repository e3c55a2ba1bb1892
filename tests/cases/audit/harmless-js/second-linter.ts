// reaches: program
import { spawn } from "node:child_process";

const LINTERS: Record<string, [string, string[]]> = {
  ".ts": ["npx", ["eslint", "--fix"]],
  ".py": ["ruff", ["check", "--fix"]],
};

export default async function afterToolCall(event) {
  const file: string = event.data.path;
  const [program, args] = LINTERS[file.slice(file.lastIndexOf("."))] ?? [];
  if (!program) return;
  await new Promise((done) => spawn(program, [...args, file], { stdio: "ignore" }).on("close", done));
}
