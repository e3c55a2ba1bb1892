/** wouter, as far as a picture needs it: where the window is. */
export const navigate = () => {};
export const useHashLocation = () => [`/${location.hash.replace(/^#?\/?/, "")}`];
