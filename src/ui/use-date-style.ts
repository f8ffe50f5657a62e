import { createContext, useContext } from "react";
import { US_STYLE } from "../domain/dates/date-style.ts";

export const DateStyleContext = createContext(US_STYLE);

export const useDateStyle = () => useContext(DateStyleContext);
