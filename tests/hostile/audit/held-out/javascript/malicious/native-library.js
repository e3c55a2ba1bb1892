const path = require("path");
module.exports = () => process.dlopen({ exports: {} }, path.join(__dirname, "addon.node"));
