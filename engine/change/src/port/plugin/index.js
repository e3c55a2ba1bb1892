{note}
// Runs a command of {from} before and after what OpenClaw does: it gets the event as {from} writes it, and its
// answer becomes that of OpenClaw's hook.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const COMMAND = {command};
const FOLDER = {folder};
const LIMIT = {limit};

/** At once: a result that is kept may not wait for a promise. Status {blocks} is a no, and stderr says why. */
function run(api, event, data, context) {
  const session = context?.sessionKey ?? "";
  const input = JSON.stringify({payload});
  const { error, status, stdout, stderr } = spawnSync("sh", ["-c", COMMAND], {
    cwd: FOLDER,
    input: `${input}\n`,
    encoding: "utf8",
    timeout: LIMIT,
    maxBuffer: 16 * 1024 * 1024,{env}
  });
  const failed = (why) => api.logger.warn(`{id}: ${event}: ${why}`);
  // A command need not read what it is given: it has answered all the same.
  if (error && error.code !== "EPIPE") return void failed(error.message);
  if (status === {blocks}) return { no: stderr.trim() };
  if (status !== {proceeds}) return void failed(stderr.trim() || `its command ended with ${status}`);
  if (stdout.trim() === "") return;
  try {
    const { action, data: changed, reason } = JSON.parse(stdout);
    if (action === "block") return { no: reason ?? "" };
    if (action === {modify} && changed && typeof changed === "object") return { changed };
  } catch {
    failed("what it printed is not JSON, so nothing was changed");
  }
}

export default {
  id: {id_text},
  name: {title_text},

  register(api) {
{hooks}  },
};
