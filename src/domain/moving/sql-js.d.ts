// The build that has its WebAssembly in itself: one file for browsers and for Node.
declare module "sql.js/dist/sql-wasm-inline.js" {
  export { default } from "sql.js";
}
