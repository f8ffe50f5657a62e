// Made by "npm run languages".
import type { Catalogue } from "../domain/language/messages.ts";
const catalogue: Catalogue = {
"Earlier: {count, plural, one {# task} other {# tasks}}":["Earlier: ",["count",2,{"one":[0," task"],"other":[0," tasks"]}]],
"In {days, plural, one {# day} other {# days}}":["In ",["days",2,{"one":[0," day"],"other":[0," days"]}]],
"The latest {count, plural, one {# day} other {# days}} of {title} marked as {status, select, done {done} other {skipped}}.":["The latest ",["count",2,{"one":[0," day"],"other":[0," days"]}]," of ",["title"]," marked as ",["status",1,{"done":"done","other":"skipped"}],"."],
"You have {count, plural, one {# task} other {# tasks}} for today":["You have ",["count",2,{"one":[0," task"],"other":[0," tasks"]}]," for today"],
"and {count, number} earlier // days":["and ",["count",4]," earlier"],
"and {count, number} earlier days of {title}":["and ",["count",4]," earlier days of ",["title"]],
"and {count, number} more":["and ",["count",4]," more"],
"in {days, plural, one {# day} other {# days}} // within a sentence":["in ",["days",2,{"one":[0," day"],"other":[0," days"]}]],
"{added, plural, one {# earlier day} other {# earlier days}} of {title} shown, {more, number} more":[["added",2,{"one":[0," earlier day"],"other":[0," earlier days"]}]," of ",["title"]," shown, ",["more",4]," more"],
"{count, number} done":[["count",4]," done"],
"{count, number} more elsewhere":[["count",4]," more elsewhere"],
"{count, number} skipped":[["count",4]," skipped"],
"{count, plural, one {# day} other {# days}}":[["count",2,{"one":[0," day"],"other":[0," days"]}]],
"{count, plural, one {# day} other {# days}} of {title} marked as {status, select, done {done} other {skipped}}.":[["count",2,{"one":[0," day"],"other":[0," days"]}]," of ",["title"]," marked as ",["status",1,{"done":"done","other":"skipped"}],"."],
"{count, plural, one {# day} other {# days}}, by somebody":[["count",2,{"one":[0," day"],"other":[0," days"]}],", by somebody"],
"{count, plural, one {# day} other {# days}}, by you":[["count",2,{"one":[0," day"],"other":[0," days"]}],", by you"],
"{days, plural, one {# day} other {# days}} ago":[["days",2,{"one":[0," day"],"other":[0," days"]}]," ago"],
"{title}: {count, plural, one {# day} other {# days}} caught up":[["title"],": ",["count",2,{"one":[0," day"],"other":[0," days"]}]," caught up"],
"{title}: {count, plural, one {# day} other {# days}} skipped":[["title"],": ",["count",2,{"one":[0," day"],"other":[0," days"]}]," skipped"],
"{weekday}, {day}: {count, plural, =0 {nothing} other {#}} due":[["weekday"],", ",["day"],": ",["count",2,{"=0":"nothing","other":0}]," due"],
};
export default catalogue;
