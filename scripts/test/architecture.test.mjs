// The house of this very project is in order, and the check would notice where it is not.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { circle, naming, problems } from "../architecture.mjs";
import { circleProblems } from "../circles.mjs";
import { moduleProblems, sentence, writeModules } from "../modules.mjs";
import { publicProblems } from "../public.mjs";
import { shellProblems } from "../shells.mjs";

const PAGE =
  "### `engine/low`: the ground\n\n* `a.rs`, `b`\n\n### `engine/high`: the roof\n\n* `c/`\n\n### `cli/src`\n\n`print/`, `session.rs`, `e`, `f`, `g`, `h`, `i`\n\n### `ui/src`\n\n`wait`\n";

/** What a check says of a few files. */
function of(put, check) {
  const at = mkdtempSync(join(tmpdir(), "house-"));
  for (const [path, text] of Object.entries(put)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
  try {
    return check(at);
  } finally {
    rmSync(at, { recursive: true });
  }
}

/** What the check says of a small house, but that its drawing is missing. */
function said({ page = PAGE, low = "", high = "tacklebox-low.workspace = true\n", ...more } = {}) {
  const put = {
    "docs/ARCHITECTURE.md": page,
    "engine/low/Cargo.toml": `[features]\nx = ["tacklebox-high/x"]\n\n[dependencies]\n${low}`,
    "engine/low/src/lib.rs": "",
    "engine/low/src/a.rs": "use crate::b::B;\n",
    "engine/low/src/b.rs": "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n",
    "engine/high/Cargo.toml": `[dependencies]\n${high}\n[dev-dependencies]\ntacklebox-attic = {}\n`,
    "engine/high/src/c/mod.rs": "",
    ...more,
  };
  return of(put, (at) => problems(at).filter((line) => !line.startsWith("docs/architecture.svg")));
}

test("the rooms of this project only look down, and the drawing is theirs", () => {
  assert.deepEqual(problems(), []);
});

test("a small house in order is in order", () => {
  assert.deepEqual(said(), []);
});

test("a room that looks up is named", () => {
  for (const low of [
    'tacklebox-high = { path = "../high" }\n',
    "\n[target.'cfg(unix)'.dependencies]\ntacklebox-high.workspace = true\n",
    '\n[dependencies.tacklebox-high]\npath = "../high"\n',
  ])
    assert.equal(
      said({ low })[0],
      "engine/low looks up: it uses high, which docs/ARCHITECTURE.md has above it.",
    );
});

test("modules that go round in a circle are named, also in a list of imports", () => {
  for (const use of ["use crate::a::A;\n", "use crate::{a::{A, X}, other};\n"])
    assert.deepEqual(said({ "engine/low/src/b.rs": use }), [
      "engine/low: modules go round in a circle: a → b → a.",
    ]);
});

test("modules that go round by `super` or by a name that the top file gives on are named", () => {
  const round = ["engine/low: modules go round in a circle: a → b → a."];
  const given = "mod a;\nmod b;\npub use self::a::{A as First, inner::{Second}};\nuse other::Third;\n";
  for (const [path, text] of [
    ["b.rs", "use super::a::A;\n"],
    ["b.rs", "use super::{B, a::{self, A}};\n"],
    ["b/inner.rs", "fn f() -> super::super::a::A {}\n"],
    ["b/mod.rs", "use super::a::A;\n"],
    ["b.rs", "use crate::First;\n"],
    ["b.rs", "use super::{Second, Other};\n"],
    ["b/inner.rs", "fn f() -> crate::Second {}\n"],
  ])
    assert.deepEqual(said({ "engine/low/src/lib.rs": given, [`engine/low/src/${path}`]: text }), round, text);
  for (const [path, text] of [
    ["b/inner.rs", "use super::a::A;\nuse super::First;\n"],
    ["b.rs", "use super::Third;\nuse crate::A;\nfn f() { self::a::f() }\n"],
    ["b/tests.rs", "use super::super::a::A;\n"],
  ])
    assert.deepEqual(said({ "engine/low/src/lib.rs": given, [`engine/low/src/${path}`]: text }), [], text);
});

test("the two programs have no circles either", () => {
  const found = said({
    "cli/Cargo.toml": "",
    "cli/src/contract.md": "",
    "cli/src/print/mod.rs": "use crate::session::Session;\n",
    "cli/src/session.rs": "use super::print::Paint;\n",
  });
  assert.deepEqual(found, ["cli: modules go round in a circle: print → session → print."]);
});

test("a module, a room or a way past the door that the page does not know is named", () => {
  assert.match(said({ "engine/high/src/d.rs": "" })[0], /does not name the module d of engine\/high/);
  assert.match(said({ "engine/attic/Cargo.toml": "" })[0], /engine\/attic is a room/);
  assert.match(
    said({ "cli/Cargo.toml": "[dependencies]\ntacklebox-low = {}\n" })[0],
    /cli goes past the door/,
  );
});

test("a module of a program that the page does not name under its heading is named", () => {
  const one = "docs/ARCHITECTURE.md does not name the module wait of cli.";
  assert.deepEqual(said({ "cli/Cargo.toml": "", "cli/src/wait.rs": "" }), [one]);
});

test("what the door gives on and nobody uses is named", () => {
  const uses =
    "use tacklebox_engine::{ops::{self, Others}, plan::Plan};\nfn f() { ops::set(Others::Keep) }\n";
  const door = (text) => said({ "engine/src/lib.rs": text, "engine/examples/one.rs": uses });
  const fine =
    "pub mod ops { pub use low::ops::{Others, set}; }\npub mod plan { pub use low::plan::Plan; }\n";
  assert.deepEqual(door(fine), []);
  assert.deepEqual(door(`${fine}pub mod files { pub use low::files::{Stamp, read as look}; }\n`), [
    "engine/src gives on files::Stamp, which no shell and no example uses: leave it out.",
    "engine/src gives on files::look, which no shell and no example uses: leave it out.",
  ]);
  for (const whole of ["pub use low::{ops};\n", "pub mod ops { pub use low::ops::*; }\n"])
    assert.match(door(whole)[0], /^engine\/src gives on all that is in ops/);
  const tells = (text) =>
    said({ "engine/src/lib.rs": fine, "engine/examples/one.rs": uses, "engine/README.md": text });
  assert.deepEqual(
    tells("`ops::set`, `ops::Others::Keep`, `tacklebox_engine::plan::Plan` and `std::fs`."),
    [],
  );
  assert.deepEqual(tells("With `ops::unset`."), [
    "engine/README.md names ops::unset, which engine/src does not give on.",
  ]);
  const page = "```rust\nuse tacklebox_engine::files;\nlet it = files::read();\n```\n";
  const told = {
    "engine/src/lib.rs": "pub mod files { pub use low::files::read; }",
    "engine/README.md": page,
  };
  assert.deepEqual(said(told), []);
});

test("a file that is too long is named", () => {
  assert.deepEqual(said({ "cli/src/main.rs": "//\n".repeat(400) }), []);
  for (const path of [
    "cli/src/main.rs",
    "ui/src/try.test.tsx",
    "ui/src/fake.ts",
    "scripts/a.mjs",
    "tests/b.mjs",
  ])
    assert.match(said({ [path]: "//\n".repeat(401) })[0], /401 lines/, path);
  // It is made by a program.
  assert.deepEqual(said({ "ui/src/backend/bindings.ts": "//\n".repeat(401) }), []);
});

test("a file outside the agents' room that names an agent is named, without tests and comments", () => {
  const named = (text, known = {}) => {
    const put = {
      "engine/agents/src/x.rs": "let it = AgentId::Moltis;\n",
      "engine/high/src/c/tests.rs": "let it = AgentId::Moltis;\n",
      "engine/low/src/b.rs": text,
    };
    return of(put, (at) => naming(at, known));
  };
  assert.deepEqual(naming(), []);
  for (const fine of [
    "let all = (AgentId::all(), AgentId::DEFAULT, AgentId::ALL); // AgentId::Milady, Moltis\n",
    "let it = [Keys::Internal, Keys::Plugin, Keys::of(agent)];\n",
    "#[cfg(test)]\nmod tests {\n    let it = AgentId::Milady;\n}\n",
    '#[cfg(all(test, target_os = "linux"))]\nmod tests {\n    let it = "moltis";\n}\n',
    'let it = "a realization";\n',
  ])
    assert.deepEqual(named(fine), [], fine);
  for (const [text, name] of [
    ["let it = AgentId::Moltis == id;\n", "AgentId::Moltis"],
    ["let it = moment::find(Keys::Zeroclaw, key);\n", "Zeroclaw"],
    ['let it = dir.join("openclaw.plugin.json");\n', "openclaw"],
    ['let it = format!("Restart Eliza");\n', "Eliza"],
    ["use crate::notes::moltis::seen;\n", "moltis"],
  ])
    assert.deepEqual(named(text), [`engine/low/src/b.rs names an agent (${name}). Ask its dialect instead.`]);
  for (const text of ["let it = AgentId::Invented;\n", 'let it = dir.join(".orbiter");\n'])
    assert.deepEqual(named(text), ["engine/low/src/b.rs names the invented agent. Ask its dialect instead."]);
  const [one, two] = ["engine/low/src/b.rs", "engine/low/src/a.rs"];
  assert.deepEqual(named('let it = "moltis";\n', { [one]: "a reason" }), []);
  assert.deepEqual(named("", { [two]: "a reason" }), [
    `${two} names no agent: take it off the list of those that may.`,
  ]);
  const five = Object.fromEntries([one, two, "3", "4", "5"].map((path) => [path, "a reason"]));
  assert.match(named("", five).at(-1), /^More than 4 files/);
});

test("what is public in a room and named nowhere else is named, but for types of what is public", () => {
  const room = (text, more = {}) =>
    of({ "engine/low/src/a.rs": text, "engine/high/src/b.rs": "fn f() {}\n", ...more }, (at) =>
      publicProblems(at, ["low", "high"]),
    );
  const wrong = (kind, name) => [
    `engine/low/src/a.rs has a public ${kind} ${name} that no other crate names: say pub(crate).`,
  ];
  assert.deepEqual(room("pub fn lost() {}\n"), wrong("fn", "lost"));
  assert.deepEqual(room("pub const fn lost() {}\n"), wrong("fn", "lost"));
  assert.deepEqual(room("pub const LOST: u8 = 1;\n"), wrong("const", "LOST"));
  assert.deepEqual(room("pub struct Lost {\n    pub a: u8,\n}\n"), wrong("struct", "Lost"));
  assert.deepEqual(room("pub(crate) fn own() {}\nfn f() { own(); }\n"), []);
  // A test of the room itself is within it, and one beside it is not.
  const tests = "#[cfg(test)]\nmod tests {\n    fn f() { super::lost(); }\n}\n";
  assert.deepEqual(room(`pub fn lost() {}\n${tests}`), wrong("fn", "lost"));
  for (const path of [
    "engine/high/src/c.rs",
    "cli/src/a.rs",
    "engine/low/tests/it.rs",
    "engine/examples/a.rs",
  ])
    assert.deepEqual(room("pub fn lost() {}\n", { [path]: "fn g() { lost(); }\n" }), [], path);
  const uses = { "cli/src/a.rs": "use low::{found, Answer, OUTER};\n" };
  const given = "pub fn found() -> Shown {}\npub struct Shown;\n";
  const field = "pub struct Answer {\n    pub part: Option<Part>,\n}\npub enum Part {}\n";
  assert.deepEqual(room(given + field, uses), []);
  assert.deepEqual(room("pub const INNER: u8 = 1;\npub use self::INNER as OUTER;\n", uses), []);
});

test("each call of the desk has a row with a command that there is, or with a reason", () => {
  const desk = (rows, calls = "    pub fn one(&self) {}\n    fn own(&self) {}\n") =>
    of(
      {
        "engine/desk/src/lib.rs": `impl Desk {\n${calls}}\nimpl Other {\n    pub fn not(&self) {}\n}\n`,
        "docs/CLI.md": "### `tacklebox hooks list`\n\n### `tacklebox hooks info <NAME>`\n",
        "cli/tests/it/both_shells.rs": "pair\n    .desk\n    .one();\n",
        "cli/tests/it/same_deeds.rs": "desk.two()",
        "cli/tests/it/pairs.rs": "",
        "docs/SHELLS.md": `| the window asks | the command line |\n| --- | --- |\n${rows}`,
      },
      shellProblems,
    );
  assert.deepEqual(desk("| `one` | `hooks info` |\n"), []);
  assert.deepEqual(desk("| `one` | no command: a reason |\n"), []);
  assert.deepEqual(desk(""), [
    "docs/SHELLS.md has no row for the desk's one: name its command, or why there is none.",
  ]);
  assert.match(desk("| `one`, `two` | `hooks list` |\n")[0], /a row for two, which the desk does not have/);
  assert.match(desk("| `one` | `hooks lost` |\n")[0], /the command hooks lost/);
  const two = "    pub fn one(&self) {}\n    pub fn three(&self) {}\n";
  assert.match(
    desk("| `one` | `hooks list` |\n| `three` | `hooks info` |\n", two)[0],
    /`three`, and no test asks both/,
  );
  assert.deepEqual(desk("| `one`, `three` | `hooks list` |\n", two), []);
  assert.match(desk("| `one` | as it is |\n")[0], /neither a command nor a reason/);
  assert.match(desk("| `one` | `hooks list` |\n| `one` | `hooks info` |\n")[0], /two rows for one/);
});

test("a circle is found wherever it starts", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  assert.deepEqual(circle(graph), ["b", "c", "b"]);
  assert.equal(circle(new Map([["a", ["b"]]])), undefined);
});

test("a circle below the top of a room is named, and one of the list that is gone", () => {
  const at = mkdtempSync(join(tmpdir(), "circles-"));
  const put = {
    "low/src/a.rs": "mod one;\nmod two;\npub use self::two::Two;\n",
    "low/src/a/one.rs": "use super::Two;\n",
    "low/src/a/two.rs":
      "fn f() -> super::one::One {}\n#[cfg(test)]\nmod tests {\n  use super::super::one;\n}\n",
    "low/src/a/three.rs": "use crate::a::{one::One, two};\n",
  };
  for (const [path, text] of Object.entries(put)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
  try {
    assert.match(circleProblems(at, ["low"], {})[0], /^low\/a: one, two go round in a circle/);
    assert.deepEqual(circleProblems(at, ["low"], { "low/a: one, two": "why" }), []);
    writeFileSync(join(at, "low/src/a/two.rs"), "use super::three;\nuse super::super::b::one;\n");
    assert.match(circleProblems(at, ["low"], { "low/a: one, two": "why" })[1] ?? "", /take it off the list/);
  } finally {
    rmSync(at, { recursive: true });
  }
});

test("every module says what it is for, and the page says the same", () => {
  assert.equal(sentence("//! One. Two.\n//! Three.\n"), "One.");
  assert.equal(sentence("//! Reads `a.b`\n//! and more: `c`.\n\nuse x;\n"), "Reads `a.b` and more: `c`.");
  assert.equal(sentence("use x;\n//! No.\n"), "");
  const at = mkdtempSync(join(tmpdir(), "modules-"));
  try {
    for (const [path, text] of Object.entries({
      "low/src/lib.rs": "mod a;\n",
      "low/src/a.rs": "//! What it is.\n",
      "low/src/a/b.rs": "use x;\n",
      "low/src/a/tests.rs": "use x;\n",
    })) {
      mkdirSync(dirname(join(at, path)), { recursive: true });
      writeFileSync(join(at, path), text);
    }
    mkdirSync(join(at, "docs"));
    assert.equal(moduleProblems(at, ["low"]).length, 2);
    writeModules(at, ["low"]);
    assert.match(moduleProblems(at, ["low"]).join(), /^low\/src\/a\/b\.rs does not say/);
    writeFileSync(join(at, "low/src/a/b.rs"), "//! More of it.\n");
    assert.match(moduleProblems(at, ["low"]).join(), /is not that of the files/);
  } finally {
    rmSync(at, { recursive: true });
  }
});
