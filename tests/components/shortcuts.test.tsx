import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ShortcutsSetting } from "../../src/app/shortcuts-dialog.tsx";
import { useShortcuts } from "../../src/app/use-shortcuts.ts";
import { AppDialog } from "../../src/ui/dialog.tsx";
import { turnSingleKeys } from "../../src/ui/single-keys.ts";
import { button, field, show } from "./show.tsx";

/** When single keys act; e2e/task-page.e2e.ts tests what each does. */

let pressed = "";

function Page({ isActive = true, withDialog = false }) {
  useShortcuts(isActive, (key) => {
    pressed += key;
  });
  return (
    <>
      <input aria-label="Text" />
      <textarea aria-label="Notes" />
      <select aria-label="Choice">
        <option>none</option>
      </select>
      <button type="button">Button</button>
      <ShortcutsSetting />
      {withDialog && (
        <AppDialog title="Question" onClosed={() => {}}>
          {() => <button type="button">Answer</button>}
        </AppDialog>
      )}
    </>
  );
}

async function showPage(props: Parameters<typeof Page>[0] = {}) {
  pressed = "";
  await show(<Page {...props} />);
  await expect.element(field("Text")).toBeInTheDocument();
}

afterEach(() => turnSingleKeys(true));

test("each key acts, wherever the focus is on the page but in a field", async () => {
  await showPage();
  await userEvent.keyboard("n/123?");
  expect(pressed).toBe("n/123?");
  await button("Button").click();
  await userEvent.keyboard("n");
  expect(pressed).toBe("n/123?n");
  for (const label of ["Text", "Notes", "Choice"]) {
    (field(label).element() as HTMLElement).focus();
    await userEvent.keyboard("n/123?");
  }
  expect(pressed).toBe("n/123?n");
  await expect.element(field("Text")).toHaveValue("n/123?");
});

test("not with a modifier, and not other letters", async () => {
  await showPage();
  await userEvent.keyboard("{Control>}n{/Control}{Alt>}1{/Alt}{Meta>}2{/Meta}{Shift>}N{/Shift}xq");
  expect(pressed).toBe("");
});

test("not while the page says so", async () => {
  await showPage({ isActive: false });
  await userEvent.keyboard("n");
  expect(pressed).toBe("");
});

test("not while a dialog is open", async () => {
  await showPage({ withDialog: true });
  await button("Answer").click();
  await userEvent.keyboard("n/1?");
  expect(pressed).toBe("");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await userEvent.keyboard("n");
  expect(pressed).toBe("n");
});

test("they can be turned off, which this browser keeps", async () => {
  await showPage();
  const setting = page.getByRole("switch", { name: /^Single keys/ });
  await expect.element(setting).toBeChecked();
  await setting.click();
  await button("Button").click();
  await userEvent.keyboard("n1?");
  expect(pressed).toBe("");
  expect(localStorage.getItem("rota.shortcuts")).toBe("off");
  await setting.click();
  await button("Button").click();
  await userEvent.keyboard("n");
  expect(pressed).toBe("n");
  expect(localStorage.getItem("rota.shortcuts")).toBeNull();
});
