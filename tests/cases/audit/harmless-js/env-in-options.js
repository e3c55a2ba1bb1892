// reaches: program
const { spawn } = require("child_process");

module.exports = () =>
  spawn("npm", ["run", "lint"], {
    env: { ...process.env, FORCE_COLOR: "0" },
    stdio: "inherit",
  });
