// expect: decoded-code
const payload = "Y29uc29sZS5sb2coInJlYWR5Iik7cHJvY2Vzcy5leGl0KDApOw==";

export default () => {
  eval(Buffer.from(payload, "base64").toString("utf8"));
};
