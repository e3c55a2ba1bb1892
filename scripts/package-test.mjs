// `npm run package:test`: the .deb that `npm run package` made, in a clean root of its own: installed, started, opened by a
// link, removed, and nothing is left. Without the right or the tool to make such a root it is unpacked, every path is
// looked at, the command line is asked for its version, and it ends by saying that nothing was installed.
// `npm run package:test -- --write` puts what was looked at into docs/PACKAGE.md, between its two marks.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, heading, main, must, root, run, Stop, targetDir } from "./lib.mjs";
import { written } from "./written.mjs";

/** What the package must bring. */
const PATHS = [
  "usr/bin/tacklebox",
  "usr/bin/tacklebox-desktop",
  "usr/share/applications/Tacklebox.desktop",
  "usr/share/bash-completion/completions/tacklebox",
  "usr/share/doc/tacklebox/THIRD-PARTY.txt",
  "usr/share/doc/tacklebox/copyright",
  "usr/share/fish/vendor_completions.d/tacklebox.fish",
  "usr/share/icons/hicolor/128x128/apps/tacklebox-desktop.png",
  "usr/share/icons/hicolor/scalable/apps/tacklebox-desktop.svg",
  "usr/share/man/man1/tacklebox.1.gz",
  "usr/share/metainfo/app.tacklebox.desktop.metainfo.xml",
  "usr/share/zsh/vendor-completions/_tacklebox",
];
/** What the root needs besides, to have a screen, a session bus and links. */
const AROUND = ["xvfb", "dbus-x11", "desktop-file-utils", "fonts-dejavu-core", "gzip"];

const PAGE = join(root, "docs/PACKAGE.md");
/** What was looked at and is well, in words. */
const looked = [];

await main(async () => {
  const folder = join(targetDir(), "packages");
  const name = existsSync(folder) && readdirSync(folder).find((name) => name.endsWith(".deb"));
  if (!name) throw new Stop("There is no .deb yet: `npm run package` makes it.");
  const work = mkdtempSync(join(tmpdir(), "tacklebox-package-"));
  try {
    heading(`What ${name} holds`);
    sums(folder);
    unpacked(join(folder, name), join(work, "unpacked"));
    const maker = ["mmdebstrap", "debootstrap"].find((tool) => ask(tool, ["--version"]) !== null);
    const system = readFileSync("/etc/os-release", "utf8");
    const release = /^ID=debian$/m.test(system) && /^VERSION_CODENAME=(\w+)$/m.exec(system)?.[1];
    if (process.getuid() !== 0 || !maker || !release)
      throw new Stop("The rest needs Debian, root and mmdebstrap or debootstrap: nothing was installed.");
    heading(`A clean root, made by ${maker}`);
    const clean = join(work, "root");
    make(maker, release, clean);
    heading("Installed, used, removed");
    await use(join(folder, name), clean);
    if (process.argv.includes("--write"))
      writeFileSync(
        PAGE,
        written(readFileSync(PAGE, "utf8"), [
          `${name}, ${megabytes(join(folder, name))}, in a clean ${release}`,
          ...looked,
        ]),
      );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

/** As in docs/PERFORMANCE.md, which has its limit. */
function megabytes(file) {
  return `${(statSync(file).size / 1e6).toFixed(2)} MB`;
}

function sums(folder) {
  const done = spawnSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], {
    cwd: folder,
    stdio: "inherit",
  });
  if (done.status !== 0) throw new Stop("A package is not what its sum says.");
}

function unpacked(deb, to) {
  must("dpkg-deb", ["--extract", deb, to]);
  const missing = PATHS.filter((path) => !existsSync(join(to, path)));
  if (missing.length > 0) throw new Stop(`It does not bring: ${missing.join(", ")}`);
  ok(`it brings all ${PATHS.length} files`);
  const entry = join(to, "usr/share/applications/Tacklebox.desktop");
  if (ask("desktop-file-validate", ["--version"]) !== null) must("desktop-file-validate", [entry]);
  if (ask("appstreamcli", ["--version"]) !== null) {
    const data = join(to, "usr/share/metainfo/app.tacklebox.desktop.metainfo.xml");
    must("appstreamcli", ["validate", "--no-net", data]);
  }
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const said = ask(join(to, "usr/bin/tacklebox"), ["--version"]);
  if (!said?.includes(version)) throw new Stop(`Its command line says “${said}”, not ${version}.`);
  ok(`its command line is ${said}`);
}

function ok(what) {
  looked.push(`✓ ${what}`);
  console.log(`✓ ${what}`);
}

/** The Debian that the package was built on: its libraries are those that it was linked with. */
function make(maker, release, clean) {
  const from = "http://deb.debian.org/debian";
  if (maker === "mmdebstrap")
    must(maker, ["--quiet", "--variant=apt", `--include=${AROUND.join(",")}`, release, clean, from]);
  else must(maker, ["--variant=minbase", `--include=${AROUND.join(",")}`, release, clean, from]);
}

async function use(deb, clean) {
  const seen = join(clean, "seen");
  mkdirSync(seen);
  copyFileSync(deb, join(clean, "package.deb"));
  copyFileSync(join(root, "scripts/package-inside.sh"), join(clean, "inside.sh"));
  // A name server and the way to the packages are those of this computer.
  for (const file of ["etc/resolv.conf", "etc/hosts"])
    if (existsSync(`/${file}`)) copyFileSync(`/${file}`, join(clean, file));
  // In namespaces of its own: what it mounts and starts ends with it. The root is too small to mount anything without them.
  const inside = [
    'mount -t proc proc "$0/proc"',
    'mkdir -p "$0/dev/shm"',
    'mount -t tmpfs tmpfs "$0/dev/shm"',
    'exec chroot "$0" sh /inside.sh /package.deb /seen',
  ].join(" && ");
  const apart = ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", inside, clean];
  const done = await run("unshare", apart);
  pictures(seen);
  looked.push(...done.output.split("\n").filter((line) => line.startsWith("✓ ")));
  if (done.code !== 0) throw new Stop("The package is not as it should be: the last line says what.");
}

/** The window as it was, to be looked at. */
function pictures(seen) {
  const to = join(root, "tests/pictures");
  mkdirSync(to, { recursive: true });
  for (const name of ["open", "link"]) {
    const from = join(seen, `${name}.xwd`);
    if (existsSync(from)) ask("convert", [`xwd:${from}`, join(to, `package-${name}.png`)]);
  }
}
