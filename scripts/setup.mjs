// Looks for what is missing to build, start and test, and installs it.
// `node scripts/setup.mjs` does it all; `npm start` and `npm test` begin with it.
import { existsSync, readFileSync, statSync } from "node:fs";
import { ask, confirm, main, must, root, Stop } from "./lib.mjs";

/** Debian's packages, and what each is for. */
const PACKAGES = {
  build: ["build-essential", "pkg-config", "libwebkit2gtk-4.1-dev", "libgtk-3-dev", "librsvg2-dev"],
  // A session bus of its own (dbus-daemon) and a font for emoji, which would be boxes in pictures.
  screen: ["xvfb", "dbus-daemon", "fonts-dejavu-core", "fonts-noto-color-emoji"],
  picture: ["imagemagick"],
  // The guide's pictures are the same wherever they are taken.
  guide: ["imagemagick", "fonts-inter", "fonts-noto-mono"],
  // xdotool is the hand at a window that no driver holds; the last three say what a screen reader is told.
  window: ["webkit2gtk-driver", "xdotool", "imagemagick", "at-spi2-core", "gir1.2-atspi-2.0", "python3-gi"],
  // Programs that shipped hooks need, for their tests; and the box of a Linux without Landlock.
  hooks: ["git", "curl", "jq", "bubblewrap"],
};

/** Makes sure of everything in these groups of packages, of Rust, Node and the packages of npm. */
export async function setup(...groups) {
  checkNode();
  await systemPackages(["build", ...groups].flatMap((group) => PACKAGES[group]));
  checkRust();
  nodePackages();
}

function checkNode() {
  const wanted = Number(
    JSON.parse(readFileSync(`${root}/package.json`, "utf8")).engines.node.match(/\d+/)[0],
  );
  if (Number(process.versions.node.split(".")[0]) >= wanted) return;
  throw new Stop(
    `Node ${wanted} or newer is needed; this is ${process.version}. Get it from https://nodejs.org/en/download`,
  );
}

/** The version of Rust that is here; none where there is none. */
function rust() {
  const version = () => ask("rustc", ["--version"])?.match(/\d+\.\d+/)?.[0];
  const found = version();
  if (found || process.env.RUSTUP_TOOLCHAIN) return found;
  // The one of rust-toolchain.toml is not here and cannot be fetched: another will do if it is new enough.
  process.env.RUSTUP_TOOLCHAIN = "stable";
  const other = version();
  if (!other) delete process.env.RUSTUP_TOOLCHAIN;
  return other;
}

function checkRust() {
  const wanted = readFileSync(`${root}/Cargo.toml`, "utf8").match(/rust-version = "([\d.]+)"/)[1];
  const how = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh";
  const found = rust();
  if (!found)
    throw new Stop(`Rust ${wanted} or newer is needed. Install it, then open a new terminal:\n\n  ${how}`);
  const [minor, least] = [found, wanted].map((version) => Number(version.split(".")[1]));
  if (minor < least)
    throw new Stop(
      `Rust ${wanted} or newer is needed; this is ${found}. Update it:\n\n  rustup update stable`,
    );
}

async function systemPackages(wanted) {
  if (process.platform === "darwin") return appleTools();
  if (process.platform !== "linux") return;
  if (!ask("apt-get", ["--version"])) {
    const missing = ask("pkg-config", ["--exists", "webkit2gtk-4.1"]) === null;
    if (missing) throw new Stop(`Install, by the names this system has for them: ${wanted.join(" ")}`);
    return;
  }
  const missing = wanted.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;

  const root = process.getuid() === 0;
  const sudo = root ? [] : ["sudo"];
  const install = ["apt-get", "install", "--yes", "--no-install-recommends", ...missing];
  const command = [...sudo, "apt-get", "update", "&&", ...sudo, ...install].join(" ");
  console.log(`These system packages are missing: ${missing.join(" ")}`);
  if (!root) {
    const stop = new Stop(`Install them, then try again:\n\n  ${command}`);
    if (!process.stdin.isTTY || !ask("sudo", ["--version"])) throw stop;
    if (!(await confirm("Install them with apt (asks for your password)?"))) throw stop;
  }
  const env = root ? { DEBIAN_FRONTEND: "noninteractive" } : undefined;
  const [program, ...before] = [...sudo, "apt-get"];
  must(program, [...before, "update", "--quiet"], { env });
  must(program, [...before, ...install.slice(1)], { env });
}

function isInstalled(name) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is dpkg that fills it in
  return ask("dpkg-query", ["--show", "--showformat=${db:Status-Status}", name]) === "installed";
}

/** macOS brings the web view; only the compiler is missing on a new Mac. */
function appleTools() {
  if (ask("xcode-select", ["-p"])) return;
  throw new Stop(
    "Apple's command line tools are missing. Install them, then try again:\n\n  xcode-select --install",
  );
}

function nodePackages() {
  const time = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
  // npm writes the second file when it has installed what the first one says.
  if (time(`${root}/node_modules/.package-lock.json`) > time(`${root}/package-lock.json`)) return;
  must("npm", ["ci", "--no-audit", "--no-fund"]);
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith("scripts/setup.mjs")) {
  main(async () => {
    await setup("screen", "picture", "window", "hooks");
    console.log("Everything is there.");
  });
}
