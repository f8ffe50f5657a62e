import { RecordTab } from "../features/record/record-tab.tsx";

/** The tab Record. */
export default RecordTab;
