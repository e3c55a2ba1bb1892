// `npm run check`: form, lints, types, generated files, licences. Goes through all of it, then says what failed.
import { ask, heading, main, must, run, tool } from "./lib.mjs";
import { setup } from "./setup.mjs";

const DENY = "cargo install cargo-deny --locked";

const failed = [];

async function check(title, program, args, hint) {
  heading(title);
  const { code, output } = await run(program, args);
  if (code === 127) console.error(output);
  if (code !== 0) failed.push(hint ? `${title}: ${hint}` : title);
}

await main(async () => {
  heading("Set-up");
  await setup();
  // The window's code takes the built pages in.
  heading("Pages");
  must("npm", ["run", "--silent", "ui:build"]);

  await check(
    "Form of the Rust code",
    "cargo",
    ["fmt", "--all", "--check"],
    "`cargo fmt --all` puts it right",
  );
  await check("Lints of the Rust code", "cargo", [
    "clippy",
    "--workspace",
    "--locked",
    "--all-targets",
    "--",
    "-D",
    "warnings",
  ]);
  await check(
    "Form and lints of the pages",
    tool("biome"),
    ["ci"],
    "`npx biome check --write` puts most of it right",
  );
  await check("Types of the pages", tool("tsc"), ["--noEmit", "-p", "ui"]);
  await check(
    "Bindings",
    "cargo",
    ["test", "--workspace", "--locked", "--lib", "bindings"],
    "commit the bindings that were written",
  );
  if (ask("cargo", ["deny", "--version"])) {
    // Not `advisories`: its database is fetched from GitHub, which a closed network refuses.
    await check("Licences and sources", "cargo", [
      "deny",
      "--workspace",
      "check",
      "bans",
      "licenses",
      "sources",
    ]);
  } else {
    failed.push(`Licences and sources: cargo-deny is missing. Install it: ${DENY}`);
  }

  console.log(failed.length === 0 ? "\nAll is in order." : `\nNot in order:\n  ${failed.join("\n  ")}`);
  return failed.length === 0 ? 0 : 1;
});
