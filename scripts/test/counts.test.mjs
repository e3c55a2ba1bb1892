// What counts as having been tested.
import assert from "node:assert/strict";
import test from "node:test";
import { agents, cargo, crashed, failing, node, vitest, wrong } from "../counts.mjs";

const NODE = (pass, skipped) => `ℹ pass ${pass}\nℹ fail 0\nℹ cancelled 0\nℹ skipped ${skipped}\nℹ todo 0\n`;

test("what cargo ran, over all of its programs", () => {
  const output = `test a ... ok
skipped: this kernel has no Landlock with notices
test b ... skipped: there is no bubblewrap that works
ok
test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured
test result: FAILED. 1 passed; 2 failed; 1 ignored; 0 measured
`;
  assert.deepEqual(cargo(output), { passed: 2, failed: 2, skipped: 3, excused: 2 });
});

test("the names of what failed, each once and none of what only speaks of it", () => {
  const output = `test a::b ... ok
test a::c ... FAILED
test d ... FAILED
test d ... FAILED
---- a::c stdout ----
said: test e ... FAILED
test result: FAILED. 1 passed; 3 failed; 0 ignored; 0 measured
`;
  assert.deepEqual(failing(output), ["a::c", "d"]);
});

test("a program that ended before its result has crashed, whatever others said", () => {
  const ran = (name, result) => `     Running unittests src/lib.rs (target/debug/deps/${name})\n${result}`;
  const result = "test a ... FAILED\ntest result: FAILED. 0 passed; 1 failed; 0 ignored\n";
  assert.equal(crashed(ran("one", result) + ran("two", result)), false);
  assert.equal(crashed(ran("one", result) + ran("two", "test b ... ")), true);
});

test("what vitest ran", () => {
  const counts = vitest("  Tests  1 failed | 40 passed | 2 skipped (43)\n");
  assert.deepEqual(counts, { passed: 40, failed: 1, skipped: 2, excused: 0 });
});

test("a test that was skipped did not run", () => {
  assert.match(wrong(node(NODE(0, 3)), 0, true), /^3 of these tests did not run/);
  assert.match(wrong(node(NODE(40, 1)), 0, true), /^1 of these tests did not run/);
  assert.match(wrong(cargo("test result: ok. 3 passed; 0 failed; 1 ignored;\n"), 0, true), /^1 of these/);
  assert.equal(wrong(node(NODE(40, 0)), 0, true), undefined);
});

test("what another system cannot run, and agents that cannot be fetched, are skipped and counted", () => {
  assert.equal(wrong(node(NODE(40, 1)), 0, false), undefined);
  assert.equal(wrong(agents(NODE(0, 8)), 0, true), undefined);
  assert.equal(agents(NODE(0, 8)).skipped, 8);
  assert.equal(
    wrong(cargo("skipped: no\ntest result: ok. 3 passed; 0 failed; 0 ignored;\n"), 0, true),
    undefined,
  );
});

test("a runner that crashed, or found nothing, has failed", () => {
  assert.equal(wrong(node(""), 0, true), "No test was found.");
  assert.equal(wrong(node(NODE(3, 0)), 7, true), "It ended with 7.");
  assert.equal(wrong(cargo("test result: FAILED. 0 passed; 2 failed; 0 ignored;\n"), 101, true), undefined);
});
