import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type AgentId, backend, type NewPluginWish } from "../../backend";
import { ChangedFiles } from "../../parts/ChangedFiles";
import { Disclosure } from "../../parts/Disclosure";
import { InlineProblem } from "../../parts/Problem";
import { PAUSE_MS, useLater } from "../sentence/useLater";
import css from "./new-plugin.module.css";
import { says } from "./words";

type Props = { agent: AgentId; wish: NewPluginWish };

function Files({ agent, wish }: Props) {
  const typed = useLater(JSON.stringify(wish), PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ["new-plugin-files", agent, typed],
    queryFn: () => backend.newPluginFiles(agent, JSON.parse(typed) as NewPluginWish),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (error) return <InlineProblem error={error} />;
  return data ? <ChangedFiles files={data} /> : null;
}

/** What *Create* would write, file by file. */
export function NewPluginFiles(props: Props) {
  return (
    <div className={css.files}>
      <Disclosure open={says.files}>
        <Files {...props} />
      </Disclosure>
    </div>
  );
}
