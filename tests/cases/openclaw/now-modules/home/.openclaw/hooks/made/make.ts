export const make = () => () => {};
