// `npm run package`: the packages that this system can make, in `target/packages`, and the SHA-256 of each beside them.
// Linux: .deb and .rpm, with the command line inside. macOS: .dmg. Windows: installers. Beside those two, which never ran,
// the command line is a file of its own. `--target universal-apple-darwin` makes one program for both kinds of Mac, and
// `--config FILE` is handed on to the bundler, with what signs.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { ask, heading, main, must, root, Stop, targetDir, tool } from "./lib.mjs";
import { setup } from "./setup.mjs";
import { thirdPartyText } from "./third-party.mjs";

const KINDS = { linux: ["deb", "rpm"], darwin: ["dmg"], win32: ["nsis", "msi"] };
const UNIVERSAL = "universal-apple-darwin";
const PROGRAMS = ["tacklebox-desktop", "tacklebox"];
const PACKAGE = /\.(deb|rpm|dmg|exe|msi)$/;
/** The `docs` promise it: what is larger is not made. */
const LIMIT = 12_000_000;
const THIRD_PARTY = "THIRD-PARTY.txt";

await main(async () => {
  const kinds = KINDS[process.platform];
  if (!kinds) throw new Stop(`There is no package for ${process.platform}.`);
  const { target, config } = options();
  heading("Set-up");
  await setup();
  heading("Pages");
  must("npm", ["run", "--silent", "ui:build"]);
  heading("Programs: the window and the command line, with all optimizations");
  const built = programs(target);
  bundle(kinds, built, [...(target ? ["--target", target] : []), ...(config ? ["--config", config] : [])]);
});

function options() {
  try {
    const text = { type: "string" };
    return parseArgs({ options: { target: text, config: text } }).values;
  } catch (error) {
    throw new Stop(`${error.message}. It takes --target and --config.`);
  }
}

/** Builds both programs, and says in which folder they are. */
function programs(target) {
  const of = (one) => join(targetDir(), ...(one ? [one] : []), "release");
  // Both at once: what they share is compiled once.
  const cargo = ["build", "--release", "--locked", "-p", "tacklebox-desktop", "-p", "tacklebox-cli"];
  const targets = target === UNIVERSAL ? ["aarch64-apple-darwin", "x86_64-apple-darwin"] : [target];
  for (const one of targets) must("cargo", [...cargo, ...(one ? ["--target", one] : [])]);
  // Cargo keeps the symbols of a program whose package has a profile of its own: a tenth of the .deb.
  if (process.platform === "linux")
    must("strip", ["--strip-all", ...PROGRAMS.map((name) => join(of(target), name))]);
  if (target === UNIVERSAL) {
    mkdirSync(of(UNIVERSAL), { recursive: true });
    for (const name of PROGRAMS)
      must("lipo", [
        "-create",
        "-output",
        join(of(UNIVERSAL), name),
        ...targets.map((one) => join(of(one), name)),
      ]);
  }
  return of(target);
}

/** Puts the programs that were built into packages. */
function bundle(kinds, built, more) {
  heading(`Packages: ${kinds.join(", ")}`);
  const config = { bundle: { targets: kinds, ...extras(built) } };
  // In a file: the shell of Windows would eat the quotes.
  const file = join(targetDir(), "package-share", "bundle.json");
  writeFileSync(file, JSON.stringify(config));
  must(tool("tauri"), ["bundle", "--bundles", kinds.join(","), "--config", file, ...more]);
  const to = join(targetDir(), "packages");
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const kind of kinds) {
    const from = join(built, "bundle", kind);
    for (const name of readdirSync(from).filter((name) => PACKAGE.test(name)))
      copyFileSync(join(from, name), join(to, name));
  }
  // Only the packages of Linux have it inside.
  const program = process.platform === "win32" ? "tacklebox.exe" : "tacklebox";
  if (process.platform !== "linux") copyFileSync(join(built, program), join(to, program));
  for (const name of readdirSync(to).filter((name) => name.endsWith(".deb"))) pressed(join(to, name));
  sums(to);
}

/** What a package has besides the window, by where it is put. */
function extras(built) {
  const share = join(targetDir(), "package-share");
  rmSync(share, { recursive: true, force: true });
  mkdirSync(share, { recursive: true });
  const made = (name, content) => {
    const file = join(share, name);
    writeFileSync(file, content);
    return file;
  };
  const thirdParty = made(THIRD_PARTY, thirdPartyText());
  // `about_commands.rs` looks there.
  if (process.platform !== "linux") return { resources: { [thirdParty]: THIRD_PARTY } };
  const program = join(built, "tacklebox");
  const say = (...args) => {
    const said = ask(program, args);
    if (said === null) throw new Stop(`This failed: tacklebox ${args.join(" ")}`);
    return `${said}\n`;
  };
  const completions = Object.fromEntries(
    ["bash", "zsh", "fish"].map((shell) => [shell, made(`completions.${shell}`, say("completions", shell))]),
  );
  // The same bytes from the same source: no name and no time in what is compressed.
  const packed = (text) => gzipSync(text, { level: 9 });
  const packaging = join(root, "src-tauri", "packaging");
  const files = {
    "/usr/bin/tacklebox": program,
    "/usr/share/man/man1/tacklebox.1.gz": made("tacklebox.1.gz", packed(say("man"))),
    "/usr/share/bash-completion/completions/tacklebox": completions.bash,
    "/usr/share/fish/vendor_completions.d/tacklebox.fish": completions.fish,
    "/usr/share/metainfo/app.tacklebox.desktop.metainfo.xml": join(
      packaging,
      "app.tacklebox.desktop.metainfo.xml",
    ),
    "/usr/share/icons/hicolor/scalable/apps/tacklebox-desktop.svg": join(root, "icons", "icon.svg"),
    [`/usr/share/doc/tacklebox/${THIRD_PARTY}`]: thirdParty,
  };
  const desktopTemplate = join(packaging, "Tacklebox.desktop");
  return {
    linux: {
      deb: {
        desktopTemplate,
        section: "utils",
        files: {
          ...files,
          "/usr/share/zsh/vendor-completions/_tacklebox": completions.zsh,
          "/usr/share/doc/tacklebox/copyright": join(packaging, "copyright"),
        },
      },
      rpm: {
        desktopTemplate,
        compression: { type: "xz", level: 9 },
        files: {
          ...files,
          "/usr/share/zsh/site-functions/_tacklebox": completions.zsh,
          "/usr/share/licenses/tacklebox/LICENSE": join(root, "LICENSE"),
        },
      },
    },
  };
}

/** A .deb again, compressed as well as Debian's own are: a third smaller. */
function pressed(file) {
  if (!ask("dpkg-deb", ["--version"])) return;
  const folder = `${file}.unpacked`;
  rmSync(folder, { recursive: true, force: true });
  must("dpkg-deb", ["--raw-extract", file, folder]);
  must("dpkg-deb", ["--root-owner-group", "-Zxz", "-z9", "--build", folder, file]);
  rmSync(folder, { recursive: true, force: true });
}

function sums(folder) {
  const names = readdirSync(folder).sort();
  if (!names.some((name) => PACKAGE.test(name))) throw new Stop(`No package was made in ${folder}.`);
  const lines = names.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
  console.log();
  for (const name of names) {
    const { size } = statSync(join(folder, name));
    console.log(`${basename(folder)}/${name}: ${(size / 1_000_000).toFixed(2)} MB`);
    if (size > LIMIT && name.endsWith(".deb"))
      throw new Stop(`${name} is larger than the ${LIMIT / 1_000_000} MB that are promised.`);
  }
  console.log(lines.join(""));
}
