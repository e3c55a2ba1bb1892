// `npm run bench`: builds what people get, measures it beside its baselines, and writes the figures to
// docs/PERFORMANCE.md. Wants a quiet computer: what else runs is measured with it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { withScreen } from "./bench-window.mjs";
import { ask, heading, main, must, root, run, Stop, targetDir } from "./lib.mjs";
import { setup } from "./setup.mjs";

const ROUNDS = 15;
const HOOKS = 1_000;
const DOC = `${root}/docs/PERFORMANCE.md`;
/** The benches of the engine, in the order in which they are told. */
const BENCHES = ["engine", "dispatch", "run", "module"];
const bench = (name) => ["--bench", name];
const linux = process.platform === "linux";

/** The budgets and what came out, for the table at the head. */
const verdicts = [];

await main(async () => {
  heading("Set-up");
  await (linux ? setup("screen") : setup());
  heading("Build");
  const pages = await heard("npm", ["run", "--silent", "ui:build"]);
  must("cargo", [
    "build",
    "--release",
    "--locked",
    "-p",
    "tacklebox-cli",
    "-p",
    "tacklebox-desktop",
    "--bins",
    "--examples",
  ]);
  must("cargo", ["bench", "--locked", "-p", "tacklebox-engine", ...BENCHES.flatMap(bench), "--no-run"]);
  const built = `${targetDir()}/release`;
  const load = loadavg()[0];

  const home = mkdtempSync(join(tmpdir(), "tacklebox-bench-"));
  try {
    fill(home);
    heading("Engine");
    const figures = [];
    for (const name of BENCHES) {
      const options = ["bench", "--quiet", "--locked", "-p", "tacklebox-engine", ...bench(name)];
      figures.push((await heard("cargo", options)).trim());
    }
    const engine = figures.join("\n\n");
    judgeEngine(engine);
    judgeRuns(engine);
    heading("Command line");
    const list = await commandLine(`${built}/tacklebox`, home);
    heading("Window");
    const window = linux
      ? await windows(`${built}/tacklebox-desktop`, `${built}/examples/empty-window`, home)
      : "Not measured: this needs Xvfb.";
    judgePages(pages);
    const processors = cpus();
    const where = `${processors.length} × ${processors[0].model}, ${process.platform}, ${ask("rustc", ["--version"])}, Node ${process.version}; load before the first figure ${load.toFixed(1)}.`;
    keep(
      [where, table(["what", "budget", "measured", ""], verdicts), engine.trim(), list, window].join("\n\n"),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

/** A Milady home; as in the bench of the engine, every third manifest is nested YAML. */
function fill(home) {
  for (let index = 0; index < HOOKS; index++) {
    const name = `hook-${String(index).padStart(5, "0")}`;
    const folder = `${home}/.milady/hooks/${name}`;
    const metadata =
      index % 3 === 0
        ? "\n  milady:\n    events:\n      - command:new\n      - session:start\n    requires:\n      bins:\n        - git"
        : ' {"milady":{"events":["command:new","session:start"],"requires":{"bins":["git"]}}}';
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      `${folder}/HOOK.md`,
      `---\nname: ${name}\ndescription: Does something useful when a session starts\nmetadata:${metadata}\n---\n\n# Hook ${index}\n\nWhat it does.\n`,
    );
    writeFileSync(`${folder}/handler.ts`, "export default async function handler() {}\n");
  }
}

function judgeEngine(text) {
  const rows = [...text.matchAll(/^\| (\w+) \| (\d+) \|.* ([\d.]+) × \|$/gm)];
  for (const agent of new Set(rows.map((row) => row[1]))) {
    const ratios = rows.filter((row) => row[1] === agent).map((row) => Number(row[3]));
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    judge(`scan of ${agent}, beside a plain read`, most, 4, "×", `${least} to ${most} ×`);
  }
  judge("one of 10,000 hooks changes", Number(text.match(/^\| refresh \| ([\d.]+) ms/m)?.[1]), 5, "ms");
}

/** Dispatch, shell and module handlers. */
function judgeRuns(text) {
  const beyond = [...text.matchAll(/^\| [^|]+ \| \d+ \| [\d.]+ ns \|.* (-?[\d.]+) ns \|$/gm)];
  judge("a no-op handler, beyond calling it", Math.max(...beyond.map((row) => Number(row[1]))), 50, "ns");
  const shell = text.match(/^\| true \|.* ([\d.]+) × \|$/m);
  judge("a shell handler, beside a bare spawn", Number(shell?.[1]), 1.15, "×");
  const trips = [...text.matchAll(/^\| \w+ \| small \| (\d+) µs \|/gm)].map((row) => Number(row[1]));
  judge("a module handler, warm, round trip", Math.max(...trips), 150, "µs");
}

function judgePages(text) {
  judge("pages, first load, gzip", Number(text.match(/First load: ([\d.]+) kB/)?.[1]), 127, "kB");
}

async function commandLine(program, home) {
  const [list, version] = [["hooks", "list"], ["--version"]].map((args) => ({ args, times: [] }));
  // The round before the first warms the cache.
  for (let round = 0; round <= ROUNDS; round++)
    for (const { args, times } of [list, version]) {
      const time = cpuOf([program, ...args, "--home", home]);
      if (round > 0) times.push(time);
    }
  const [ours, base] = [list, version].map(({ times }) => median(times));
  judge(`\`hooks list\`, ${HOOKS.toLocaleString("en")} hooks, whole process, CPU`, ours, 40, "ms");
  return `The command line with ${HOOKS.toLocaleString("en")} hooks of Milady, whole process (CPU, medians of ${ROUNDS})\n\n${table(
    ["command", "CPU"],
    [
      ["`tacklebox hooks list`", `${ours.toFixed(0)} ms`],
      ["`tacklebox --version`", `${base.toFixed(0)} ms`],
    ],
  )}`;
}

/** User and system time of a command; Node itself does not tell that of a child. */
function cpuOf(command) {
  const time = ask("bash", [
    "-c",
    'TIMEFORMAT="%3U %3S"; { time "$@" > /dev/null; } 2>&1',
    "bash",
    ...command,
  ]);
  const parts = time?.match(/^([\d.]+) ([\d.]+)$/m);
  if (!parts) throw new Stop(`This could not be measured: ${command.join(" ")}`);
  return (Number(parts[1]) + Number(parts[2])) * 1_000;
}

async function windows(program, empty, home) {
  const ours = { program, paint: [], pss: [] };
  const base = { program: empty, paint: [], pss: [] };
  await withScreen(async (screen) => {
    for (let round = 0; round <= ROUNDS; round++)
      for (const window of [base, ours]) {
        const { paint, pss } = await screen.open(window.program, home, { memory: round % 5 === 1 });
        if (round > 0) window.paint.push(paint);
        if (pss) window.pss.push(pss);
      }
  });
  const paint = [ours, base].map((it) => median(it.paint));
  const pss = [ours, base].map((it) => median(it.pss));
  judge("first paint, beyond an empty window", paint[0] - paint[1], 150, "ms");
  const ratio = pss[0] / pss[1];
  judge(
    `memory with ${HOOKS.toLocaleString("en")} hooks, beside an empty window`,
    ratio,
    1.2,
    "×",
    `${ratio.toFixed(2)} ×`,
  );
  const spread = (times) => `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`;
  const row = (name, it, at) => [
    name,
    `${paint[at].toFixed(0)} ms`,
    spread(it.paint),
    `${pss[at].toFixed(0)} MiB`,
  ];
  return `The window, with ${HOOKS.toLocaleString("en")} hooks, beside an empty Tauri window, in turns (first paint: medians of ${ROUNDS}; memory: PSS of all processes, medians of ${ours.pss.length})\n\n${table(
    ["window", "exec → first paint", "from – to", "memory"],
    [row("Tacklebox", ours, 0), row("empty", base, 1)],
  )}`;
}

function judge(what, measured, budget, unit, shown = `${measured.toFixed(1)} ${unit}`) {
  if (!Number.isFinite(measured)) throw new Stop(`No figure for: ${what}`);
  verdicts.push([what, `≤ ${budget} ${unit}`, shown, measured <= budget ? "met" : "**missed**"]);
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The output of a program that must not fail. */
async function heard(program, args) {
  const { code, output } = await run(program, args, { quiet: true, env: { NO_COLOR: "1" } });
  if (code !== 0) throw new Stop(`This failed: ${[program, ...args].join(" ")}\n${output}`);
  return output;
}

/** Puts the figures between the marks; the words around them are written by hand. */
function keep(figures) {
  const [before, after] = ["<!-- figures -->\n", "\n<!-- end of figures -->"];
  const text = readFileSync(DOC, "utf8");
  const [start, end] = [text.indexOf(before), text.indexOf(after)];
  if (start < 0 || end < start) throw new Stop(`The marks of the figures are missing in ${DOC}`);
  writeFileSync(DOC, `${text.slice(0, start + before.length)}\n${figures}\n${text.slice(end)}`);
  console.log(`\n${figures}\n\nWritten to docs/PERFORMANCE.md`);
}
