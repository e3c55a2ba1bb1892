// expect: dynamic-import
const name = "ssecorp_dlihc".split("").reverse().join("");
module.exports = () => require(name).exec("id");
