// The whole gateway of OpenClaw, started in a home of its own.
import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { put } from "./homes.mjs";
import { node, openclaw } from "./openclaw-ask.mjs";

const execute = promisify(execFile);

/** It may take so long until it calls hooks. */
const LONGEST = 120_000;

const OWNER = ["operator.admin", "operator.read", "operator.write"];

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Puts a hook into a home that writes its name when the gateway is up. `text` is put before what exports it. */
export function putCalled(it, name, text = "", requires = {}, home = ".openclaw") {
  const dir = `${home}/hooks/${name}`;
  const metadata = JSON.stringify({ openclaw: { events: ["gateway:startup"], requires } });
  const manifest = `---\nname: ${name}\ndescription: d\nmetadata: ${metadata}\n---\n`;
  const writes = `appendFileSync(${JSON.stringify(join(it.home, "called"))}, "${name}\\n")`;
  put(it, `${dir}/HOOK.md`, manifest);
  put(it, `${dir}/handler.ts`, `import { appendFileSync } from "node:fs";\n${text}export default async () => { ${writes}; };\n`);
}

/** Starts it in a home. `options`: how it is told who may talk to it, in place of its config. */
export async function run(version, it, options = []) {
  const port = await freePort();
  const program = join(openclaw(version), "openclaw.mjs");
  const env = { HOME: it.home, PATH: it.path, ...it.env };
  const gateway = spawn(node(), [program, "gateway", "run", ...options, "--port", String(port)], {
    cwd: it.home,
    env,
    detached: true,
    stdio: "ignore",
  });
  let over = false;
  const exit = new Promise((done) => gateway.once("exit", done)).then(() => (over = true));
  return {
    over: () => over,
    /** Asks it by its own command line. */
    async call(method, params, token) {
      const told = ["--params", JSON.stringify(params), "--url", `ws://127.0.0.1:${port}`, "--token", token];
      const { stdout } = await execute(node(), [program, "gateway", "call", method, ...told], { cwd: it.home, env });
      return stdout;
    },
    /** Asks it as its page in a browser does, with all rights: its command line takes no more than a method needs. */
    async callAsOwner(method, params, token) {
      const asked = JSON.stringify([method, { url: `ws://127.0.0.1:${port}`, token, json: true }, params, { scopes: OWNER }]);
      const script = `const { callGatewayFromCli } = await import(process.argv[1]); await callGatewayFromCli(...${asked}); process.exit(0);`;
      const sdk = pathToFileURL(join(openclaw(version), "dist", "plugin-sdk", "gateway-runtime.js")).href;
      await execute(node(), ["--input-type=module", "-e", script, sdk], { cwd: it.home, env });
    },
    /** Tells it to stop, and waits until it has. */
    async end() {
      process.kill(gateway.pid, "SIGTERM");
      await exit;
    },
    async stop() {
      try {
        process.kill(-gateway.pid, "SIGKILL");
      } catch {
        // It is gone.
      }
      await exit;
    },
  };
}

/** Waits until this is so, or the gateway ended, or took too long. */
export async function until(gateway, so) {
  const end = Date.now() + LONGEST;
  while (!gateway.over() && Date.now() < end) {
    if (so()) return true;
    await wait(100);
  }
  return so();
}

/** Starts it until it ended or so many of those hooks were called: which were, and whether it ended. */
export async function started(version, it, count, options = ["--auth", "none", "--bind", "loopback"]) {
  const file = join(it.home, "called");
  const called = () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean).sort() : []);
  const gateway = await run(version, it, options);
  try {
    await until(gateway, () => called().length >= count);
    return { over: gateway.over(), called: called() };
  } finally {
    await gateway.stop();
  }
}
