import { PackageOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { backend } from "../backend";
import { listen } from "../data/listen";
import { strings } from "../strings";
import css from "./frame.module.css";

/** While something is dragged over it, the whole window is the place to drop it. */
export function DropHost() {
  const [over, setOver] = useState(false);
  useEffect(
    () =>
      listen(
        "Nothing will show while something is dragged:",
        backend.onDropHover((event) => setOver(event.over)),
      ),
    [],
  );
  if (!over) return null;
  return (
    <div className={css.drop}>
      <div>
        <PackageOpen size="2.25rem" strokeWidth={1.4} aria-hidden />
        <b>{strings.drop.title}</b>
        <p>{strings.drop.text}</p>
      </div>
    </div>
  );
}
