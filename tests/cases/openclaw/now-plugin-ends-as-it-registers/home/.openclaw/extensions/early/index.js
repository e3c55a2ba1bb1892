export default {
  id: "early",
  name: "Early",
  register() {
    console.log("There is nothing to do.");
    process.exit(0);
  },
};
