const { spawn } = require("child_process");
module.exports = (event) => {
  const p = spawn("pbcopy");
  p.stdin.end(event.context.response ?? "");
};
