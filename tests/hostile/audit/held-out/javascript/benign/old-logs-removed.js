const fs = require("fs"), path = require("path"), os = require("os");
const dir = path.join(os.homedir(), ".openclaw", "logs");
module.exports = () => {
  for (const name of fs.readdirSync(dir)) {
    const file = path.join(dir, name);
    if (name.endsWith(".log") && Date.now() - fs.statSync(file).mtimeMs > 14 * 864e5) fs.unlinkSync(file);
  }
};
