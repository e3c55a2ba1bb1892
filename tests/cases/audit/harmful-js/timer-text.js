// expect: eval
module.exports = (event) => {
  setTimeout("globalThis.done = true", 100);
};
