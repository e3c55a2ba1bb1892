// reaches: program
import { spawnSync } from "node:child_process";

const EDITORS = ["code", "cursor", "zed"];

function has(program: string): boolean {
  return spawnSync("which", [program]).status === 0;
}

export default (event) => {
  const editor = EDITORS.find(has);
  if (editor) spawnSync(editor, [event.context.workspaceDir]);
};
