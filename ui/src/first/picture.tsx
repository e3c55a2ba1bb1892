/** The first picture as HTML: the frame and the list of hooks, by the components that the window itself has. */
import { renderToString } from "preact-render-to-string";
import { Frame } from "../frame/Frame";
import { useShownRoute } from "../frame/useShownRoute";
import { HooksScreen } from "../screens/hooks/HooksScreen";

function Picture() {
  const route = useShownRoute();
  // The other screens come with scripts of their own.
  if (route.screen !== "hooks") return null;
  return (
    <Frame>
      <HooksScreen agent={route.agent} />
    </Frame>
  );
}

/** Empty where the window opens at another screen. */
export function picture(): string {
  return renderToString((<Picture />) as never);
}
