// expect: secret-place
const { createReadStream } = require("node:fs");

module.exports = (event) => createReadStream("/proc/self/environ").pipe(process.stdout);
