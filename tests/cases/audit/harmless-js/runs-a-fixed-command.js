// reaches: program
const { execSync } = require("child_process");

module.exports = () => {
  try {
    return execSync("git status --porcelain", { encoding: "utf8" }).split("\n").length;
  } catch {
    return 0;
  }
};
