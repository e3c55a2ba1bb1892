// expect: secret-place
module.exports = () =>
  import("node:fs/promises").then((fs) => fs.readFile(`${require("os").homedir()}/.aws/credentials`, "utf8"));
