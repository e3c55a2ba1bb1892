// `npm run bench`: builds what people get, measures it beside its baselines, and writes the figures to
// docs/PERFORMANCE.md. Wants a quiet computer: what else runs is measured with it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { withScreen } from "./bench-window.mjs";
import { ask, heading, main, must, root, run, Stop, targetDir } from "./lib.mjs";
import { setup } from "./setup.mjs";

const ROUNDS = 15;
/** Where only the memory is asked for. */
const FEW_ROUNDS = 6;
/** How many hooks are in the homes that the command line and the window are measured with. */
const OF_LIST = [10, 1_000, 10_000];
const OF_WINDOW = [0, 5, 1_000];
/** A home of five hooks whose window never has a picture of the last time. */
const DRAWN = "drawn";
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

  const homes = mkdtempSync(join(tmpdir(), "tacklebox-bench-"));
  const home = (count) => join(homes, String(count));
  try {
    for (const count of new Set([...OF_LIST, ...OF_WINDOW])) fill(home(count), count);
    fill(home(DRAWN), 5);
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
    rmSync(homes, { recursive: true, force: true });
  }
});

/** A Milady home; as in the bench of the engine, every third manifest is nested YAML. */
function fill(home, count) {
  mkdirSync(`${home}/.milady/hooks`, { recursive: true });
  for (let index = 0; index < count; index++) {
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
  // A scan has costs of its own, which 100 hooks would be charged with.
  const version = /^\| [\w.-]+ [\w.-]+ \| the same verdict \| \d{4,} \|.* ([\d.]+) × \|$/gm;
  const beside = [...text.matchAll(version)].map((row) => Number(row[1]));
  const spread = `${Math.min(...beside)} to ${Math.max(...beside)} ×`;
  judge(
    "a version in force, beside its documentation and what it asks the disk",
    Math.max(...beside),
    1.03,
    "×",
    spread,
  );
  const once = [...text.matchAll(/^\| \d+ \| [\d.]+ µs \| [\d.]+ µs \| ([\d.]+) µs \|$/gm)];
  judge("a module, read for the first time", Math.max(...once.map((row) => Number(row[1]))), 100, "µs");
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
  judge(
    "pages, before the first content, gzip",
    Number(text.match(/First content: ([\d.]+) kB/)?.[1]),
    90,
    "kB",
  );
  judge("pages, first load, gzip", Number(text.match(/First load: ([\d.]+) kB/)?.[1]), 130, "kB");
}

/** The whole process beside a program that finds the same manifests and reads them; the start of a process is not counted in either. */
async function commandLine(program, home) {
  const rows = OF_LIST.map((count) => {
    const hooks = `${home(count)}/.milady/hooks`;
    const asked = [
      [program, "hooks", "list", "--home", home(count)],
      [program, "--version"],
      ["cat", ...manifests(hooks)],
      ["cat", "/dev/null"],
    ].map((command) => ({ command, times: [] }));
    // The round before the first warms the cache.
    for (let round = 0; round <= ROUNDS; round++)
      for (const { command, times } of asked) {
        const time = cpuOf(command);
        if (round > 0) times.push(time);
      }
    const [list, start, read, nothing] = asked.map(({ times }) => median(times));
    return { count, whole: list, list: list - start, read: read - nothing };
  });
  const whole = rows.find(({ count }) => count === 1_000).whole;
  judge("`hooks list`, 1,000 hooks, whole process, CPU", whole, 40, "ms");
  const ratios = rows.filter(({ count }) => count >= 1_000).map(({ list, read }) => list / read);
  judge(
    "`hooks list`, beside a plain read, without the start",
    Math.max(...ratios),
    4,
    "×",
    ratios.map((it) => `${it.toFixed(1)} ×`).join(", "),
  );
  const [some, most] = rows.slice(-2);
  judge(
    "`hooks list`, a hook of 10,000 beside a hook of 1,000",
    most.list / most.count / (some.list / some.count),
    1.1,
    "×",
  );
  return `The command line with hooks of Milady, whole process, and a plain read of the same manifests (CPU, medians of ${ROUNDS})\n\n${table(
    ["hooks", "`tacklebox hooks list`", "without its start", "`cat`, without its start"],
    rows.map(({ count, whole, list, read }) => [
      count.toLocaleString("en"),
      ...[whole, list, read].map((it) => `${it.toFixed(1)} ms`),
    ]),
  )}`;
}

function manifests(hooks) {
  return readdirSync(hooks).map((name) => `${hooks}/${name}/HOOK.md`);
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
  const opened = [
    { count: null, program: empty, home: home(0) },
    ...OF_WINDOW.map((count) => ({ count, program, home: home(count) })),
    // Where something changed since the last time, and at the very first start.
    { count: 5, program, home: home(DRAWN), drawn: true },
  ];
  const name = ({ count, drawn }) =>
    count === null
      ? "empty"
      : `${count.toLocaleString("en")} hooks${drawn ? ", without a picture of the last time" : ""}`;
  const spread = (times) => `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`;
  const told = (all) =>
    table(
      ["window", "exec → first content", "from – to", "memory"],
      all.map((it) => [
        name(it),
        `${it.first.toFixed(0)} ms`,
        spread(it.paint),
        it.drawn ? "–" : `${it.memory.toFixed(0)} MiB`,
      ]),
    );
  const usual = await inTurns(opened, ROUNDS, {});
  const [base, ...ours] = usual;
  for (const it of ours.filter(({ drawn }) => !drawn)) {
    if (it.count > 0)
      judge(
        `first content with ${name(it)}, beside an empty window`,
        it.first / base.first,
        it.count === 5 ? 1.25 : 1.35,
        "×",
      );
    judge(`memory with ${name(it)}, beside an empty window`, it.memory / base.memory, 1.2, "×");
  }
  const other = await inTurns(opened.slice(0, -1), FEW_ROUNDS, { WEBKIT_DISABLE_DMABUF_RENDERER: "1" });
  return [
    `The window beside an empty Tauri window, in turns (first content: medians of ${ROUNDS}; memory: PSS of all processes, medians of ${base.pss.length})`,
    told(usual),
    `The same where WebKit is told to draw in memory alone, as some set it for drivers that show nothing (\`WEBKIT_DISABLE_DMABUF_RENDERER=1\`; first content: medians of ${FEW_ROUNDS}; memory: of ${other[0].pss.length})`,
    told(other),
  ].join("\n\n");
}

/** Opens each of these in turns, so often, with these variables. */
async function inTurns(opened, rounds, variables) {
  const all = opened.map((it) => ({ ...it, paint: [], pss: [] }));
  await withScreen(async (screen) => {
    for (let round = 0; round <= rounds; round++)
      for (const it of all) {
        // The first round is for the caches, and for the picture that a window keeps once it is at rest.
        const memory = round === 0 || (round % 5 === 1 && !it.drawn);
        if (it.drawn) rmSync(`${it.home}/.local/share/tacklebox/first-picture.json`, { force: true });
        const { paint, pss } = await screen.open(it.program, it.home, { memory, variables });
        if (round === 0) continue;
        it.paint.push(paint);
        if (pss) it.pss.push(pss);
      }
  });
  return all.map((it) => ({ ...it, first: median(it.paint), memory: median(it.pss) }));
}

function judge(what, measured, budget, unit, shown = `${measured.toFixed(unit === "×" ? 2 : 1)} ${unit}`) {
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
