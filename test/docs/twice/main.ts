/**
 * Runs a program twice, one run after the other, on the same simulated services: `node twice.mjs FILE`, compiled together
 * with the program. What must work in production works the second time as well.
 */
import * as Effect from "effect/Effect"
import { enableCompileCache } from "node:module"
import { pathToFileURL } from "node:url"
import { again, close } from "./lasting.ts"

// Programs share most of their modules, which then are compiled once.
enableCompileCache()

const program = pathToFileURL(process.argv[2] ?? "").href

try {
  await import(`${program}?run=1`)
  console.log("The second run:")
  again()
  await import(`${program}?run=2`)
} finally {
  await Effect.runPromise(close)
}
