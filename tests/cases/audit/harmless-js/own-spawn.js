// reaches: nothing
class Monsters {
  spawn(kind, list) {
    return list.concat(kind);
  }
  exec(step) {
    return step();
  }
}

module.exports = (event) => new Monsters().spawn("rm", ["-rf", "/"]).length + new Monsters().exec(() => 1);
