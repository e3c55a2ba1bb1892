import { execFileSync } from "node:child_process";
export default () => void execFileSync("sh", [new URL("run.sh", import.meta.url).pathname]);
