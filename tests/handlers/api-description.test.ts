import { Validator } from "@seriousme/openapi-schema-validator";
import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { openApi } from "../../supabase/functions/api/openapi.ts";
import { routes } from "../../supabase/functions/api/routes.ts";

test("the API's description is valid OpenAPI 3.1, and names every request", async () => {
  const description = openApi("https://rota.example");
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(description));
  expect({ valid, errors, version: validator.version }).toMatchObject({
    valid: true,
    version: "3.1",
  });
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described).toHaveLength(routes.length);
});

test.each(routes.filter(({ example }) => example))("its example of $name is read", (route) => {
  const [body] = route.bodies;
  expect(body && safeParse(body, route.example).issues).toBeUndefined();
});
