export default { id: 'x', register() {} };
