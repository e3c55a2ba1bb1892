async function connect() {
  throw new Error("nobody is there");
}
void connect();
export default { id: "early", name: "Early", register() {} };
