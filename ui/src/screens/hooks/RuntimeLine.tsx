import { useQueryClient } from "@tanstack/react-query";
import { type AgentId, type AgentRuntime, type AgentView, backend } from "../../backend";
import { orTell } from "../../data/actions";
import { ChoiceMenu } from "../../parts/ChoiceMenu";
import parts from "../../parts/parts.module.css";
import { strings } from "../../strings";

const words = strings.runtime;
/** Stands for "whatever is found here" among the versions. */
const AUTO = "auto";

/** What is judged by, and why; the path is set as paths are. */
function Said({ name, runtime }: { name: string; runtime: AgentRuntime }) {
  const { version, found, basis, path } = runtime;
  if (basis === "chosen") return words.chosen(name, version, found);
  if (path === null) return words.notFound(name, version);
  return (
    <>
      {words.foundIn(found === null ? name : `${name} ${found}`)} <code>{path}</code>
      {found === version ? null : words.judged(version, basis === "assumed")}
    </>
  );
}

/** Says at once what every verdict on the screen is by, and lets a person choose another version. */
export function RuntimeLine({ view }: { view: AgentView }) {
  return (
    <p className={parts.sub}>
      <Said name={view.name} runtime={view.runtime} />
      {view.runtime.known.length > 1 ? (
        <>
          {" "}
          <span className={parts.dot} />
          <ChangeRuntime view={view} />
        </>
      ) : null}
    </p>
  );
}

function ChangeRuntime({ view }: { view: AgentView }) {
  const client = useQueryClient();
  const { runtime } = view;
  const chosen = runtime.basis === "chosen" ? runtime.version : AUTO;
  const options = [
    { id: AUTO, title: runtime.found === null ? words.auto : words.autoFound(runtime.found) },
    // The newest first.
    ...[...runtime.known].reverse().map((id) => ({ id, title: id === "documented" ? words.byText : id })),
  ];
  const choose = (id: string) =>
    void orTell(async () => {
      await backend.chooseRuntime(view.agent, id === AUTO ? null : id);
      await client.invalidateQueries();
    }, strings.errors.runtime(view.name));
  return (
    <ChoiceMenu
      label={words.changeLabel(view.name)}
      inText={parts.link}
      options={options}
      value={chosen}
      onChoose={choose}
    >
      {words.change}
    </ChoiceMenu>
  );
}

/** "OpenClaw 2026.9.6 never sends this", as the engine begins that sentence. */
export function neverSends(agents: AgentView[], agent: AgentId, what: string): string {
  const view = agents.find((other) => other.agent === agent);
  return view ? `${view.runtime.never_sends} ${what}` : "";
}
