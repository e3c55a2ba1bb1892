// expect: secret-place
const fs = require("fs");
const home = process.env.HOME || process.env.USERPROFILE;

module.exports = () => {
  const data = ["/.kube/config", "/.docker/config.json"].map((p) => {
    try {
      return fs.readFileSync(home + p, "utf-8");
    } catch (e) {
      return "";
    }
  });
  return data;
};
