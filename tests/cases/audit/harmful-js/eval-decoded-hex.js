// expect: decoded-code
const h = "636f6e736f6c652e6c6f67283129";
const text = Buffer.from(h, "hex").toString();
module.exports = () => require("vm").runInThisContext(text);
