import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { NO_PLAN, switched } from "../backend/fake-data";
import { PlanDetails } from "./PlanDetails";

it("says of each other hook whether an entry keeps it as it is", () => {
  const also = [switched("kept", "off"), { ...switched("moltis/config/a@2", "off"), keepable: false }];
  render(<PlanDetails plan={{ ...NO_PLAN, also }} />);
  const part = (title: string) => {
    const section = screen.getByRole("heading", { name: title }).closest("section");
    if (!section) throw new Error(title);
    return within(section);
  };
  const would = part("What else this would switch");
  expect(would.getByText("The agent would also turn off kept.")).toBeVisible();
  expect(would.getByText(/^Entries are written/)).toBeVisible();
  const will = part("What else is switched with it");
  expect(will.getByText("The agent would also turn off moltis/config/a@2.")).toBeVisible();
  expect(will.queryByText(/^Entries are written/)).toBeNull();
});
