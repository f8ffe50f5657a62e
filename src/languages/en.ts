// Made by "npm run languages".
import type { Catalogue } from "../domain/language/messages.ts";
const catalogue: Catalogue = {
"In {days, plural, one {# day} other {# days}}":["In ",["days",2,{"one":[0," day"],"other":[0," days"]}]],
"in {days, plural, one {# day} other {# days}} // within a sentence":["in ",["days",2,{"one":[0," day"],"other":[0," days"]}]],
"{count, number} of {most, number} characters":[["count",4]," of ",["most",4]," characters"],
"{count, number} of {most, number} characters, {both, number} with the other note":[["count",4]," of ",["most",4]," characters, ",["both",4]," with the other note"],
"{count, plural, one {# task is} other {# tasks are}} due again from today":[["count",2,{"one":[0," task is"],"other":[0," tasks are"]}]," due again from today"],
"{count, plural, one {# task is} other {# tasks are}} due again from {date}":[["count",2,{"one":[0," task is"],"other":[0," tasks are"]}]," due again from ",["date"]],
"{count, plural, one {# task is} other {# tasks are}} no longer paused":[["count",2,{"one":[0," task is"],"other":[0," tasks are"]}]," no longer paused"],
"{count, plural, one {# task is} other {# tasks are}} paused":[["count",2,{"one":[0," task is"],"other":[0," tasks are"]}]," paused"],
"{days, plural, one {# day} other {# days}} ago":[["days",2,{"one":[0," day"],"other":[0," days"]}]," ago"],
};
export default catalogue;
