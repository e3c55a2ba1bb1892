export default { id: "smoke", register() {} };
