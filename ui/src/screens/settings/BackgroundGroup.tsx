import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { backend } from "../../backend";
import { orTell } from "../../data/actions";
import { keepWishes, wishesQuery } from "../../data/wishes";
import { Switch } from "../../parts/Switch";
import { strings } from "../../strings";
import { Group, Row, Warning } from "./Group";

const words = strings.settings;

const backgroundQuery = queryOptions({
  queryKey: ["background"],
  queryFn: () => backend.background(null),
  // The desktop's own settings change it too.
  staleTime: 0,
});

/** Whether it goes on without its window, and starts with the login. */
export function BackgroundGroup() {
  const client = useQueryClient();
  const { data: wishes } = useQuery(wishesQuery);
  const { data } = useQuery(backgroundQuery);
  if (!wishes || !data) return null;
  const keep = (background: boolean) =>
    orTell(async () => {
      await keepWishes(client, { background });
      await client.invalidateQueries(backgroundQuery);
    }, strings.errors.guard);
  const atLogin = (on: boolean) =>
    orTell(
      async () => void client.setQueryData(backgroundQuery.queryKey, await backend.background(on)),
      strings.errors.guard,
    );
  return (
    <Group title={words.background}>
      <Row
        name={words.keepRunning}
        text={words.keepRunningText}
        end={<Switch label={words.keepRunning} on={wishes.background} onChange={keep} />}
      >
        <Warning>{data.problem}</Warning>
      </Row>
      <Row
        name={words.atLogin}
        text={words.atLoginText}
        end={<Switch label={words.atLogin} on={data.at_login} onChange={atLogin} />}
      />
    </Group>
  );
}
