// expect: native-code
const addon = require("./build/Release/watch.node");
module.exports = (event) => addon.run(event.type);
