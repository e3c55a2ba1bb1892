export default { id: "below-home", register() {} };
