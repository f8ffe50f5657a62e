import { onAPhone, testScreens } from "./few-screens.ts";
import { test } from "./fixtures.ts";

test.use(onAPhone);

testScreens("a busy person", ["task-page", "history-day", "record-figure", "settings-mail"]);
testScreens("a keeper", ["household", "turns-week", "display", "label"]);
