import { useState } from "react";
import { useOverview } from "../../data/queries";
import { LinkButton } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";
import css from "./hook.module.css";

const words = strings.hook;

/** Where programs are looked up: the answer to "but I have it installed". */
export function PathFootnote({ agentName }: { agentName: string }) {
  const { machine } = useOverview();
  const [shown, setShown] = useState(false);
  if (machine.checking) return <p className={parts.foot}>{words.pathChecking}</p>;
  return (
    <>
      <p className={parts.foot}>
        {words.pathFootnote(agentName, machine.path_dirs.length, machine.path_source === "login-shell")}{" "}
        <LinkButton aria-expanded={shown} aria-controls="folders" onClick={() => setShown(!shown)}>
          {shown ? words.hideFolders : words.showFolders}
        </LinkButton>
      </p>
      <ul id="folders" className={css.folders} hidden={!shown}>
        {machine.path_dirs.map((dir) => (
          <li key={dir}>
            <code>{dir}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
