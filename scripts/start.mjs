// `npm start`: builds the program and opens the window. It builds what `npm test` builds too, so that neither waits for what
// the other has made; the quick programs for people are made by `npm run package`.
// Without a display it opens the window on one in memory, and shows a picture of it.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ask, heading, main, must, root, Stop, targetDir } from "./lib.mjs";
import { setup } from "./setup.mjs";

const hasDisplay =
  process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

await main(async () => {
  heading("Set-up");
  await (hasDisplay ? setup() : setup("screen", "picture"));
  heading("Build");
  must("npm", ["run", "--silent", "ui:build"]);
  must("cargo", ["build", "--workspace", "--locked", "--bins"]);
  const program = `${targetDir()}/debug/tacklebox-desktop`;

  heading("Window");
  if (hasDisplay) {
    console.log("Tacklebox is open. It ends with its window.");
    return must(program, []);
  }
  console.log("There is no display here, so the window opens on one in memory.");
  console.log(`\nA picture of the window: ${await pictureOf(program)}`);
});

/** Opens the program under Xvfb until its window has painted; gives the path of a picture. */
async function pictureOf(program) {
  const picture = `${root}/tests/pictures/start.png`;
  mkdirSync(`${root}/tests/pictures`, { recursive: true });
  // A session bus of its own: on a shared one it would only bring an older window forward.
  const screen = start("Xvfb", ["-displayfd", "3", "-screen", "0", "1080x720x24", "-nolisten", "tcp"], {}, [
    "ignore",
    "ignore",
    "ignore",
    "pipe",
  ]);
  let app;
  try {
    const display = await new Promise((resolve, reject) => {
      screen.stdio[3].once("data", (number) => resolve(`:${String(number).trim()}`));
      screen.once("close", () => reject(new Stop("Xvfb could not be started.")));
    });
    const env = { ...process.env, DISPLAY: display };
    app = start("dbus-run-session", ["--", program], env, ["ignore", "ignore", "inherit"]);
    let ended = false;
    app.once("close", () => (ended = true));

    // Painted when there is more than a blank screen, and it no longer changes.
    let before = "";
    for (let tries = 0; tries < 60; tries++) {
      await pause(500);
      if (ended) throw new Stop("Tacklebox ended before its window was there. Its output is above.");
      if (ask("import", ["-display", display, "-window", "root", picture]) === null) continue;
      const now = readFileSync(picture, "base64");
      if (statSync(picture).size > 2_000 && now === before) return picture;
      before = now;
    }
    throw new Stop(`The window stayed blank for 30 seconds: ${picture}`);
  } finally {
    for (const child of [app, screen]) if (child) end(child);
  }
}

/** Starts a program at the head of a group, so that what it starts ends with it. */
function start(program, args, env, stdio) {
  return spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio, detached: true });
}

function end(child) {
  try {
    process.kill(-child.pid, "SIGTERM");
  } catch {
    // It has ended on its own.
  }
}
