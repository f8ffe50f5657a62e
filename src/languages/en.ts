// Made by "npm run languages".
import type { Catalogue } from "../domain/language/messages.ts";
const catalogue: Catalogue = {
"In {days, plural, one {# day} other {# days}}":["In ",["days",2,{"one":[0," day"],"other":[0," days"]}]],
"in {days, plural, one {# day} other {# days}} // within a sentence":["in ",["days",2,{"one":[0," day"],"other":[0," days"]}]],
"{days, plural, one {# day} other {# days}} ago":[["days",2,{"one":[0," day"],"other":[0," days"]}]," ago"],
};
export default catalogue;
