// expect: shell-text
const { execSync } = require("child_process");

module.exports = function (event) {
  const branch = event.context.branch;
  return execSync("git checkout " + branch).toString();
};
