import x from "no-such-package-of-anybody";
export default () => x();
