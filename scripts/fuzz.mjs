// `npm run fuzz`: changes manifests, configs, archives, worker lines and scripts at random and hands them to the code that
// reads them. `npm run fuzz -- SECONDS [TARGET]`: so long for each target (600), or only for one of them.
// An input that panics or never ends is saved in target/fuzz/ and fails.
import { availableParallelism } from "node:os";
import { heading, main, root, run, Stop } from "./lib.mjs";

await main(async () => {
  const [seconds = "600", target = ""] = process.argv.slice(2);
  if (!/^\d+$/.test(seconds))
    throw new Stop("Write the seconds for each target as a number: npm run fuzz -- 60");
  heading(`Fuzzing, ${seconds} seconds for each target`);
  // The same packages and targets as in `npm test`: nothing is built twice.
  const args = [
    "test",
    "--workspace",
    "--locked",
    "--lib",
    "--no-fail-fast",
    `fuzz_${target.replaceAll("-", "_")}`,
  ];
  const threads = String(availableParallelism());
  const { code, output } = await run("cargo", [...args, "--", "--nocapture", "--test-threads", threads], {
    env: { FUZZ_SECONDS: seconds },
  });
  const lines = output.match(/^(?:test .* \.\.\. )?fuzz [\w-]+: .*$/gm) ?? [];
  console.log(`\n${lines.map((line) => line.replace(/^test .* \.\.\. /, "")).join("\n")}`);
  if (lines.length === 0) throw new Stop("No target has this name. Without a name all of them run.");
  console.log(code === 0 ? "Nothing was found." : `Something was found: look at ${root}/target/fuzz`);
  return code;
});
