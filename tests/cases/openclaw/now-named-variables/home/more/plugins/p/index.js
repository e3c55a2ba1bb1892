export default { id: "p", register() {} };
