/** Places that are gone to from outside the page: the menu of the icon in the tray. */
import { useEffect } from "react";
import { backend } from "../backend";
import { go, paths } from "../routes";
import { listen } from "./listen";

const UNSEEN = "What is chosen in the tray will not show:";

export function useWanted() {
  useEffect(() => {
    const open = async () => {
      const wanted = await backend.takeWanted();
      if (wanted?.kind === "agent") go(paths.agent(wanted.agent));
      if (wanted?.kind === "hook") go(paths.hook(wanted.id));
    };
    const fail = (error: unknown) => console.error(UNSEEN, error);
    const stop = listen(
      UNSEEN,
      backend.onWanted(() => void open().catch(fail)),
    );
    // A window that was only made for it was told before it could hear.
    open().catch(fail);
    return stop;
  }, []);
}
