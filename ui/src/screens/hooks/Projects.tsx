import { useQueryClient } from "@tanstack/react-query";
import type { AgentView, ProjectView } from "../../backend";
import { backend } from "../../backend";
import { done, orTell } from "../../data/actions";
import { Button } from "../../parts/Button";
import { strings } from "../../strings";
import { Group, Warning } from "../settings/Group";
import settings from "../settings/settings.module.css";
import { TypedValue, useOpening } from "../settings/TypedValue";

const words = strings.projects;

/** The folders that an agent is started in: their hooks are in the list above, each under its folder. */
export default function Projects({ view, projects }: { view: AgentView; projects: ProjectView[] }) {
  const client = useQueryClient();
  const opening = useOpening(`value ${view.agent} project`);
  const remove = (project: ProjectView) =>
    orTell(async () => {
      done(client, await backend.removeProject(view.agent, project.id));
    }, words.notRemoved(project.folder));
  return (
    <Group
      title={words.title}
      lead={words.lead(view.name)}
      after={
        opening.open ? (
          <TypedValue
            name={`value ${view.agent} project`}
            label={words.folder}
            value=""
            kind={{ folderOf: view.agent }}
            onSave={async (folder) => {
              await done(client, await backend.addProject(view.agent, folder));
              return true;
            }}
            onClose={opening.close}
          />
        ) : (
          <Button ref={opening.button} onClick={opening.show}>
            {words.add}
          </Button>
        )
      }
    >
      {projects.length === 0 ? <li className={settings.none}>{words.none}</li> : null}
      {projects.map((project) => (
        <li key={project.id}>
          <div>
            <code className={settings.value}>{project.folder}</code>
            <Warning>{project.problem}</Warning>
          </div>
          <div className={settings.end}>
            <Button aria-label={words.removeLabel(project.folder)} onClick={() => void remove(project)}>
              {words.remove}
            </Button>
          </div>
        </li>
      ))}
    </Group>
  );
}
