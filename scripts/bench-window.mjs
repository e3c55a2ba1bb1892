// The window on a screen in memory: when its first content is there to be seen, and what memory it takes.
import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Stop } from "./lib.mjs";

const LOOK_EVERY_MS = 4;
const PATIENCE_MS = 20_000;
/** A blank window has one colour, text with its smooth edges has many. */
const COLOURS_OF_TEXT = 8;
const SETTLED_MS = 3_000;

/** Runs `body` with a function that starts a program on a screen and a session bus of its own. */
export async function withScreen(body) {
  const folder = mkdtempSync(join(tmpdir(), "tacklebox-screen-"));
  const children = [];
  const begin = (program, args, stdio) => {
    const child = spawn(program, args, { stdio });
    children.push(child);
    return child;
  };
  try {
    // The picture is in a file, so that looking at it takes nothing from the program that paints it.
    const args = ["-displayfd", "3", "-fbdir", folder, "-screen", "0", "1080x720x24", "-nolisten", "tcp"];
    const screen = begin("Xvfb", args, ["ignore", "ignore", "ignore", "pipe"]);
    const display = `:${await firstLine(screen, screen.stdio[3], "Xvfb")}`;
    const bus = begin(
      "dbus-daemon",
      ["--session", "--nofork", "--print-address=1"],
      ["ignore", "pipe", "ignore"],
    );
    const address = await firstLine(bus, bus.stdout, "dbus-daemon");
    const picture = openSync(join(folder, "Xvfb_screen0"));
    try {
      return await body(
        new Screen(picture, {
          DISPLAY: display,
          DBUS_SESSION_BUS_ADDRESS: address,
          GDK_BACKEND: "x11",
        }),
      );
    } finally {
      closeSync(picture);
    }
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function firstLine(child, stream, name) {
  return new Promise((resolve, reject) => {
    stream.once("data", (text) => resolve(String(text).trim()));
    child.once("error", () => reject(new Stop(`${name} could not be started.`)));
    child.once("close", () => reject(new Stop(`${name} ended at once.`)));
  });
}

class Screen {
  constructor(picture, env) {
    this.picture = picture;
    this.env = env;
    // The head of the X window dump format: sizes as 32-bit numbers.
    const head = Buffer.alloc(100);
    readSync(picture, head, 0, head.length, 0);
    const field = (index) => head.readUInt32BE(index * 4);
    this.start = field(0) + field(19) * 12;
    this.height = field(5);
    this.stride = field(12);
    this.row = Buffer.alloc(this.stride);
  }

  /** Milliseconds from starting a program to its first content on the screen; the memory it takes then, if wanted. */
  async open(program, home, { memory = false, variables = {} } = {}) {
    await this.until(() => this.colours() < 2, "The screen did not become blank.");
    const env = { ...process.env, ...this.env, ...variables, HOME: home };
    for (const name of Object.keys(env)) if (name.startsWith("XDG_")) delete env[name];
    const started = performance.now();
    const child = spawn(program, [], { env, stdio: "ignore", detached: true });
    const ended = new Promise((resolve) => child.once("close", resolve));
    try {
      await this.until(
        () => this.colours() >= COLOURS_OF_TEXT,
        `${program} painted nothing within ${PATIENCE_MS / 1000} seconds.`,
      );
      const paint = performance.now() - started;
      if (!memory) return { paint };
      await pause(SETTLED_MS);
      return { paint, pss: pssOfGroup(child.pid) };
    } finally {
      process.kill(-child.pid, "SIGTERM");
      await ended;
    }
  }

  async until(is, otherwise) {
    const end = performance.now() + PATIENCE_MS;
    while (!is()) {
      if (performance.now() > end) throw new Stop(otherwise);
      await pause(LOOK_EVERY_MS);
    }
  }

  /** How many colours every sixth line shows, as far as it matters. */
  colours() {
    const seen = new Set();
    for (let line = 0; line < this.height && seen.size < COLOURS_OF_TEXT; line += 6) {
      readSync(this.picture, this.row, 0, this.stride, this.start + line * this.stride);
      let before = -1;
      for (let at = 0; at < this.stride; at += 4) {
        const colour = this.row.readUInt32LE(at) & 0xffffff;
        if (colour !== before) seen.add(colour);
        before = colour;
      }
    }
    return seen.size;
  }
}

/** The memory of a process and all it started, in MiB; shared pages are shared out. */
function pssOfGroup(group) {
  let total = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // Behind the name, which may hold anything: state, parent, group.
      if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]) !== group) continue;
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      total += Number(rollup.match(/^Pss:\s+(\d+) kB/m)[1]);
    } catch {
      // It has ended in the meantime.
    }
  }
  return total / 1024;
}
