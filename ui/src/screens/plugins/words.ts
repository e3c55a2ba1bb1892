import { strings } from "../../strings";

/** What is said of plugins. */
export const words = strings.plugins;
