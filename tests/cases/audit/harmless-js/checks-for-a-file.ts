// reaches: nothing
import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export default function (event) {
  const key = join(homedir(), ".ssh", "id_ed25519");
  if (!existsSync(key)) event.messages.push("There is no SSH key yet: git over SSH will not work.");
  else if ((statSync(key).mode & 0o077) !== 0) event.messages.push("The SSH key can be read by others.");
}
