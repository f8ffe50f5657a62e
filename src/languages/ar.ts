// Made by "npm run languages".
import type { Catalogue } from "../domain/language/messages.ts";
const catalogue: Catalogue = {
};
export default catalogue;
