import { describe, expect, test } from "vitest";
import { compositeId, splitCompositeId } from "./composite-id.ts";

describe("the composite id of an overdue occurrence", () => {
  const taskId = "5f0c4b8e-2d7a-4c1e-9b3f-0a1b2c3d4e5f";

  test("is the task id, '-', and the date", () => {
    expect(compositeId(taskId, "2026-11-21")).toBe(`${taskId}-2026-11-21`);
  });

  test("splits into the task id and the date, hyphens in the id or not", () => {
    for (const id of [taskId, "7", "a-2026-01-01"]) {
      expect(splitCompositeId(compositeId(id, "2026-11-21"))).toEqual({
        taskId: id,
        date: "2026-11-21",
      });
    }
  });

  test.each([
    taskId,
    "",
    "2026-11-21",
    "-2026-11-21",
    `${taskId}-2026-02-30`,
    `${taskId}2026-11-21`,
  ])("'%s' is none", (id) => {
    expect(splitCompositeId(id)).toBeNull();
  });
});
