const fs = require("fs");
const path = require("path");
module.exports = (event) => {
  const from = event.context.workspaceDir;
  const to = path.join(require("os").homedir(), "Backups", "workspace-" + Date.now());
  fs.cpSync(from, to, { recursive: true, filter: (p) => !p.includes("node_modules") });
};
