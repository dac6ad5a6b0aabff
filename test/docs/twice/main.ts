/**
 * Runs a program twice, one run after the other, on the same simulated services: `node --import byName.ts main.ts FILE`.
 * What must work in production works the second time as well.
 */
import * as Effect from "effect/Effect"
import { registerHooks } from "node:module"
import { pathToFileURL } from "node:url"
import { again, close } from "./lasting.ts"

const program = pathToFileURL(process.argv[2] ?? "").href
const inPlace = new Map([
  ["forgecast/testing", "testing.ts"],
  ["forgecast/testing/node", "node.ts"]
])

registerHooks({
  resolve: (specifier, context, next) => {
    const other = context.parentURL?.startsWith(program) === true ? inPlace.get(specifier) : undefined
    return next(other === undefined ? specifier : new URL(other, import.meta.url).href, context)
  }
})

try {
  await import(`${program}?run=1`)
  console.log("The second run:")
  again()
  await import(`${program}?run=2`)
} finally {
  await Effect.runPromise(close)
}
