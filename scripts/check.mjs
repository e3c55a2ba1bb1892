// `npm run check`: formatting, lints, types, rules, words, generated files, licences. Goes through all of it, then says
// what failed.
import { QUICK } from "./checks.mjs";
import { ask, heading, main, must, root, run } from "./lib.mjs";
import { setup } from "./setup.mjs";

/** Where cargo-deny is installed to, if it is not there yet: a tool of this check, not of the person. */
const TOOLS = `${root}/target/tools`;

const failed = [];

async function check(title, program, args, hint) {
  heading(title);
  const { code, output } = await run(program, args);
  if (code === 127) console.error(output);
  if (code !== 0) failed.push(hint ? `${title}: ${hint}` : title);
}

/** The program cargo-deny, built once where it is missing. */
async function deny() {
  if (ask("cargo-deny", ["--version"])) return "cargo-deny";
  const own = `${TOOLS}/bin/cargo-deny`;
  if (!ask(own, ["--version"])) {
    heading("cargo-deny is missing: it is built once, which takes minutes");
    must("cargo", ["install", "cargo-deny", "--locked", "--root", TOOLS]);
  }
  return own;
}

await main(async () => {
  heading("Set-up");
  await setup();
  // The window's code takes the built pages in.
  heading("Pages");
  must("npm", ["run", "--silent", "ui:build"]);

  for (const { title, command, hint } of QUICK) await check(title, command[0], command.slice(1), hint);
  await check(
    "Bindings",
    "cargo",
    ["test", "--workspace", "--locked", "--lib", "bindings"],
    "commit the bindings that were written",
  );
  // Not `advisories`: its database is fetched from GitHub, which a closed network refuses.
  await check("Licences and sources", await deny(), ["--workspace", "check", "bans", "licenses", "sources"]);

  console.log(failed.length === 0 ? "\nAll is in order." : `\nNot in order:\n  ${failed.join("\n  ")}`);
  return failed.length === 0 ? 0 : 1;
});
