module.exports = () => [].filter.constructor(Buffer.from("636f6e736f6c65", "hex") + "")();
