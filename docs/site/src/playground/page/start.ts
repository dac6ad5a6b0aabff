import { Engine } from "../engine/client.ts"
import type { Sketch } from "../protocol.ts"
import { byId } from "./dom.ts"
import { openPlayground } from "./main.ts"

// The cast is safe: the page states it.
const { first, merge } = JSON.parse(byId("pg-first", HTMLScriptElement).text) as Readonly<
  Record<"first" | "merge", Sketch>
>
const base = `${import.meta.env.BASE_URL}/`.replace("//", "/")

await openPlayground(new Engine(`${base}generated/engine/`), { first, merge }, base)
