export default class Handler {}
