// `npm run pictures`: takes the pictures of README and guide in the real window, light and dark, makes them small and puts
// them into `docs/pictures`. Look at each before it is committed. Linux only, as the tests in the window are.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { heading, main, must, root } from "./lib.mjs";
import { setup } from "./setup.mjs";

const TAKEN = `${root}/tests/pictures`;
const KEPT = `${root}/docs/pictures`;
const NAME = /^guide-(.*\.png)$/;

await main(async () => {
  heading("Set-up");
  await setup("screen", "guide", "window", "hooks");
  heading("Build");
  must("npm", ["run", "--silent", "ui:build"]);
  must("cargo", ["build", "--workspace", "--locked", "--bins"]);
  heading("Pictures");
  // Those of a step that has another name since would be taken along.
  const old = existsSync(TAKEN) ? readdirSync(TAKEN).filter((name) => NAME.test(name)) : [];
  for (const name of old) rmSync(`${TAKEN}/${name}`);
  const test = ["test", "--workspace", "--locked", "--test", "gallery", "--", "guide", "--test-threads=1"];
  must("cargo", test, { env: { FONTCONFIG_FILE: fonts() } });
  keep();
});

/** A list of fonts in which those come first that desktops have: Debian's own first one is wider. */
function fonts() {
  const file = `${root}/target/tmp/fonts.conf`;
  const named = (family, font) =>
    `<match><test name="family"><string>${family}</string></test><edit name="family" mode="assign" binding="strong"><string>${font}</string></edit></match>`;
  const families = [
    named("system-ui", "Inter"),
    named("ui-monospace", "Noto Sans Mono"),
    named("monospace", "Noto Sans Mono"),
  ];
  mkdirSync(`${root}/target/tmp`, { recursive: true });
  writeFileSync(
    file,
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>${families.join("")}<include>/etc/fonts/fonts.conf</include></fontconfig>\n`,
  );
  return file;
}

/** Few colours are enough for a window: a third of the bytes. No time in it, so that the same picture is the same file. */
function keep() {
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  let bytes = 0;
  for (const name of readdirSync(TAKEN).filter((name) => NAME.test(name))) {
    const to = `${KEPT}/${NAME.exec(name)[1]}`;
    const small = ["-strip", "+dither", "-colors", "192", "-define", "png:compression-level=9"];
    const plain = ["-define", "png:exclude-chunks=date,time"];
    must("convert", [`${TAKEN}/${name}`, ...small, ...plain, `png8:${to}`]);
    bytes += statSync(to).size;
  }
  console.log(`docs/pictures: ${(bytes / 1_000_000).toFixed(2)} MB`);
}
