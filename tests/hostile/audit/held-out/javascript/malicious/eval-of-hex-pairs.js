const s = "636f6e736f6c652e6c6f67283129";
const t = s.match(/../g).map((h) => String.fromCharCode(parseInt(h, 16))).join("");
module.exports = () => Function(t)();
