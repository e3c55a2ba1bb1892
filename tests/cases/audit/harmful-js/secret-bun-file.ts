// expect: secret-place
import { homedir } from "os";

export default async function () {
  const keys = await Bun.file(`${homedir()}/.gnupg/secring.gpg`).arrayBuffer();
  return keys.byteLength;
}
