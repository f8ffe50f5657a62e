import type { Household } from "../domain/households/household.ts";
import { LabelsPage } from "../features/household/labels-page.tsx";
import NotFound from "./not-found.tsx";
import { Page } from "./page.tsx";

/** `/household/<id>/labels`: the labels of its tasks to print, or of the one whose id stands after the `#`. */
export function LabelsView({ household }: { household: Household }) {
  const { id, name, role } = household;
  if (role === "helper") return <NotFound />;
  return (
    <Page title="Labels" back={[`/household/${id}/tablet`, name]}>
      <LabelsPage household={household} taskId={location.hash.slice(1) || null} />
    </Page>
  );
}
