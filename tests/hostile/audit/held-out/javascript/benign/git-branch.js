const { execSync } = require("child_process");
module.exports = (event) => {
  const branch = execSync("git rev-parse --abbrev-ref HEAD").toString().trim();
  event.messages.push(`You are on ${branch}.`);
};
