// The checks of `npm run check` that take seconds to a few minutes and need no network. `.ci/run` runs them too.
import { ask, tool } from "./lib.mjs";

const node = process.execPath;
const cargoHas = (what) => () => ask("cargo", [what, "--version"]) !== null;

/** Compiles the engine with no more than some features. */
const engineWith = (...features) => [
  ...["cargo", "check", "--locked", "-p", "tacklebox-engine", "--no-default-features"],
  ...features.flatMap((name) => ["--features", name]),
];

/**
 * Each with its program and arguments, what puts it in order, and whether this computer has what it needs
 * (always, where that is not said). The pages must be built: the window's code takes them in.
 */
export const QUICK = [
  {
    title: "Rust formatting",
    command: ["cargo", "fmt", "--all", "--check"],
    hint: "`cargo fmt --all` fixes it",
    there: cargoHas("fmt"),
    missing: "rustup component add rustfmt",
  },
  {
    title: "Rust lints",
    command: ["cargo", "clippy", "--workspace", "--locked", "--all-targets", "--", "-D", "warnings"],
    there: cargoHas("clippy"),
    missing: "rustup component add clippy",
  },
  {
    // Without what reads programs, packs and networks: nothing else builds it that way.
    title: "The engine and its example for whoever only reads hooks",
    command: [...engineWith(), "--lib", "--example", "read_hooks"],
  },
  ...["javascript", "change", "run"].map((feature) => ({
    title: `The engine with ${feature} alone`,
    command: [...engineWith(feature), "--lib"],
  })),
  {
    title: "Formatting and lints of the pages",
    command: [tool("biome"), "ci"],
    hint: "`npx biome check --write` fixes most of it",
  },
  { title: "Types of the pages", command: [tool("tsc"), "--noEmit", "-p", "ui"] },
  {
    title: "Rooms of the engine",
    command: [node, "scripts/architecture.mjs"],
    hint: "docs/ARCHITECTURE.md says what goes where",
  },
  { title: "Rule book", command: [node, "scripts/rules.mjs"] },
  { title: "Words", command: [node, "scripts/words.mjs"], hint: "CONTRIBUTING.md has the list" },
];
