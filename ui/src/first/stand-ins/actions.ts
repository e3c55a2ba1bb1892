/** What a person can do to a hook: nothing, in a picture. */
const nothing = () => {};
export const useActions = () => ({});
export { nothing as orTell, nothing as tellChange };
