// expect: shell-text
import cp from "node:child_process";

export default function (event) {
  const { command } = event.context;
  cp.exec(command, { timeout: 10_000 });
}
