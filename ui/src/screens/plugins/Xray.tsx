import type { PluginView, Reach } from "../../backend";
import { formatList } from "../../format";
import parts from "../../parts/parts.module.css";
import { Words } from "../../parts/Words";
import { strings } from "../../strings";
import hook from "../hook/hook.module.css";
import css from "./plugins.module.css";
import { words } from "./words";

const KINDS = ["tools", "commands", "routes", "services"] as const;
const REACHES: Reach[] = ["network", "programs", "files", "env"];

type Kind = "hooks" | (typeof KINDS)[number];
type Side = Record<Kind, string[]>;

function Names({ names }: { names: string[] | null }) {
  return (
    <td>
      {names === null ? (
        <span className={css.quiet}>{words.notLoaded}</span>
      ) : names.length === 0 ? (
        <span className={css.quiet}>{words.noneNamed}</span>
      ) : (
        <span className={css.names}>{formatList(names)}</span>
      )}
    </td>
  );
}

/** The engine says all four; a list that is empty may be left out on the way. */
function sideOf(hooks: string[], { tools, commands, routes, services }: PluginView["registers"]): Side {
  return {
    hooks,
    tools: tools ?? [],
    commands: commands ?? [],
    routes: routes ?? [],
    services: services ?? [],
  };
}

/** What its code names, beside what it registered when it was loaded; and what its files reach. */
export function Xray({ plugin }: { plugin: PluginView }) {
  const { names, registers, listens, touches } = plugin;
  const named = sideOf(names.hooks, names.registers);
  const loaded = [...new Set(listens.keys.map(({ key }) => key))];
  const seen = listens.grade === "seen" ? sideOf(loaded, registers) : null;
  const rows = (["hooks", ...KINDS] as const).filter(
    (row) => row === "hooks" || named[row].length > 0 || (seen?.[row].length ?? 0) > 0,
  );
  return (
    <section aria-labelledby="xray">
      <h2 id="xray" className={parts.group}>
        {words.xray}
      </h2>
      <div className={parts.card}>
        <table className={css.xray}>
          <thead>
            <tr>
              <td />
              <th scope="col">{words.itsCode}</th>
              <th scope="col">{words.whenLoaded}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{words[row]}</th>
                <Names names={named[row]} />
                <Names names={seen?.[row] ?? null} />
              </tr>
            ))}
          </tbody>
        </table>
        {touches.length === 0 ? (
          <p className={`${css.reaches} ${css.whole}`}>{words.noReach}</p>
        ) : (
          <dl className={`${hook.facts} ${css.reaches}`}>
            {REACHES.filter((kind) => touches.some((touch) => touch.kind === kind)).map((kind) => (
              <div key={kind}>
                <dt>{words.reach[kind]}</dt>
                <dd>
                  <ul>
                    {touches
                      .filter((touch) => touch.kind === kind)
                      .map(({ what, file, line }) => (
                        <li key={what}>
                          <Words text={what} />{" "}
                          <code className={hook.quiet}>{strings.hook.at(file, line)}</code>
                        </li>
                      ))}
                  </ul>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <p className={parts.foot}>{words.xrayFoot}</p>
    </section>
  );
}
