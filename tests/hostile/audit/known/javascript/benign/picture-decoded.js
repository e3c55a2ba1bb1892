const fs = require("fs");
module.exports = (event) => {
  const png = Buffer.from(event.context.image, "base64");
  fs.writeFileSync("/tmp/picture.png", png);
};
