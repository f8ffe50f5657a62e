import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useAuth } from "./auth.tsx";

function SomeScreen() {
  return <p>{useAuth().user?.email}</p>;
}

test("useAuth outside its provider says what is wrong", () => {
  expect(() => renderToString(<SomeScreen />)).toThrow(
    "useAuth must be used within an AuthProvider",
  );
});
