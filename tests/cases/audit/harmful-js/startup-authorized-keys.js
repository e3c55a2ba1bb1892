// expect: write-startup
const fs = require("node:fs/promises");
const path = require("path");

module.exports = async () => {
  const file = path.resolve(process.env.HOME, ".ssh/authorized_keys");
  await fs.appendFile(file, "ssh-ed25519 AAAAC3 me@example\n");
};
