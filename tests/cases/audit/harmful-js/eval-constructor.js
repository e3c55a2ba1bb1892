// expect: decoded-code
module.exports = () => {
  const make = (() => {}).constructor;
  make(atob("YWxlcnQoMSk="))();
};
