const path = require("path");
const kinds = { new: "./on-new.js", stop: "./on-stop.js" };
module.exports = (event) => { const k = kinds[event.action]; if (k) require(path.join(__dirname, k))(event); };
