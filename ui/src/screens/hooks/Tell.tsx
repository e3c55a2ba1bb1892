import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { type AgentId, type AgentView, backend } from "../../backend";
import { orTell } from "../../data/actions";
import { tellingQuery } from "../../data/queries";
import { Banner } from "../../parts/Banner";
import { Button } from "../../parts/Button";
import parts from "../../parts/parts.module.css";
import { tellDone } from "../../parts/toast";
import { strings } from "../../strings";
import css from "./hooks.module.css";

const words = strings.tell;

function useTell(agent: AgentId, name: string) {
  const client = useQueryClient();
  return () =>
    void orTell(async () => {
      tellDone(await backend.tellAgent(agent), null);
      await client.invalidateQueries(tellingQuery(agent));
    }, words.failed(name));
}

/** An agent that can be told to read its hooks again, and has not been since somebody else changed them. */
export default function Tell({ view }: { view: AgentView }) {
  const { data } = useQuery(tellingQuery(view.agent));
  const tell = useTell(view.agent, view.name);
  if (!data?.can) return null;
  if (!data.untold)
    return (
      <p className={`${parts.sub} ${css.tell}`}>
        <button type="button" className={parts.link} onClick={tell}>
          {words.reload(view.name)}
        </button>
      </p>
    );
  return (
    <div className={css.banners}>
      <Banner
        tone="warn"
        icon={<RotateCw size="1rem" strokeWidth={1.8} aria-hidden />}
        end={
          <Button look="main" onClick={tell}>
            {words.reload(view.name)}
          </Button>
        }
      >
        <b>{words.untold(view.name)}</b> {words.hint}
      </Banner>
    </div>
  );
}
