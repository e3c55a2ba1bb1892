// expect: decoded-code
const body = atob("cmV0dXJuIHByb2Nlc3MucGlk");
module.exports = () => Function(body)();
