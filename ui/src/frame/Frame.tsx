import { PanelLeft } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../parts/Button";
import { useRoute } from "../routes";
import { strings } from "../strings";
import css from "./frame.module.css";
import { Sidebar } from "./Sidebar";

/** Not part of the first load: a wide window never shows it. */
const Drawer = lazy(() => import("./Drawer"));

/** Under 720 px the sidebar waits behind a button; going somewhere closes it again. */
function DrawerButton() {
  const route = useRoute();
  const address = JSON.stringify(route);
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === address;
  return (
    <>
      <Button
        look="plain"
        iconOnly
        aria-label={strings.frame.menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenAt(address)}
      >
        <PanelLeft size="1.125rem" strokeWidth={1.8} aria-hidden />
      </Button>
      {open ? (
        <Suspense>
          <Drawer onClose={() => setOpenAt(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={css.frame}>
      <div className={css.strip} data-tauri-drag-region />
      <Sidebar />
      <header className={css.topbar}>
        <DrawerButton />
        {strings.app}
      </header>
      <main className={css.main} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
