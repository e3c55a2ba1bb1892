class Rules { eval(x) { return x > 3; } exec(x) { return this.eval(x.length); } }
const rules = new Rules();
module.exports = (event) => { if (rules.exec(event.messages)) event.messages.push("many"); };
