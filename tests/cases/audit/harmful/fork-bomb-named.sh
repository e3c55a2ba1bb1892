# expect: fork-bomb
bomb() {
  bomb | bomb &
}
bomb
