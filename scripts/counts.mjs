// What the output of each test runner says, as numbers, and what of it is a failure.

/**
 * `test result: ok. 12 passed; 0 failed; 1 ignored; …`, once for each program. A test that finds out that this system
 * lacks what it is about (engine/testing/src/kernel.rs) passes, and says `skipped: …`.
 */
export function cargo(output) {
  const sum = (word) =>
    [...output.matchAll(new RegExp(`^test result:.* (\\d+) ${word}`, "gm"))].reduce(
      (all, it) => all + Number(it[1]),
      0,
    );
  const lacking = output.match(/^(?:test .* \.\.\. )?skipped: /gm)?.length ?? 0;
  return {
    passed: sum("passed") - lacking,
    failed: sum("failed"),
    skipped: sum("ignored") + lacking,
    excused: lacking,
  };
}

/** The names of the tests of cargo that failed, each once. */
export function failing(output) {
  return [...new Set([...output.matchAll(/^test (\S+) \.\.\. FAILED$/gm)].map((it) => it[1]))];
}

/** Whether one of the programs of cargo ended before it said its result. */
export function crashed(output) {
  const count = (line) => output.match(line)?.length ?? 0;
  return count(/^ +(?:Running|Doc-tests) /gm) !== count(/^test result:/gm);
}

/** `ℹ pass 12` at the end. */
export function node(output) {
  const last = (word) =>
    Number([...output.matchAll(new RegExp(`^ℹ ${word} (\\d+)$`, "gm"))].at(-1)?.[1] ?? 0);
  return {
    passed: last("pass"),
    failed: last("fail") + last("cancelled"),
    skipped: last("skipped") + last("todo"),
    excused: 0,
  };
}

/** The same of tests that ask published agents: those are not always there to be fetched. */
export function agents(output) {
  const counts = node(output);
  return { ...counts, excused: counts.skipped };
}

/** `Tests  1 failed | 40 passed | 2 skipped (43)` at the end. */
export function vitest(output) {
  const line = output.match(/^\s*Tests\s.*$/m)?.[0] ?? "";
  const found = (word) => Number(line.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
  return {
    passed: found("passed"),
    failed: found("failed"),
    skipped: found("skipped") + found("todo"),
    excused: 0,
  };
}

/**
 * What is wrong with a run that reports no failure; none where all is well. On Linux every test can run, so one that
 * is skipped without an excuse is one that nobody looks at.
 */
export function wrong({ passed, failed, skipped, excused }, code, linux) {
  if (failed > 0) return undefined;
  // A runner that fails and counts no failure has crashed, and one that ran nothing looked in the wrong place.
  if (code !== 0) return `It ended with ${code}.`;
  if (linux && skipped > excused)
    return `${skipped - excused} of these tests did not run: on Linux each of them can.`;
  return passed === 0 && skipped === 0 ? "No test was found." : undefined;
}
