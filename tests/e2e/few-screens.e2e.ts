import { onAPhone, testScreens } from "./few-screens.ts";
import { test } from "./fixtures.ts";

test.use(onAPhone);

testScreens("nobody", ["sign-in", "sign-up", "mail-done"]);
testScreens("a busy person", ["today", "tasks", "editor-wrong", "task-page"]);
testScreens("a keeper", ["household", "turns-week", "display"]);
