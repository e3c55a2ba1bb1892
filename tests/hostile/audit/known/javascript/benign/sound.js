const { spawn } = require("child_process");
module.exports = () => {
  const player = process.platform === "darwin" ? "afplay" : "paplay";
  spawn(player, [require("path").join(__dirname, "ready.wav")], { detached: true, stdio: "ignore" }).unref();
};
