import { byId } from "../page/dom.ts"
import type { Sketch } from "../protocol.ts"
import { openComparison } from "./main.ts"

// The cast is safe: the page states them.
const sketches = JSON.parse(byId("pg-sketches", HTMLScriptElement).text) as Readonly<Record<string, Sketch>>

openComparison(sketches, `${import.meta.env.BASE_URL}/`.replace("//", "/"))
