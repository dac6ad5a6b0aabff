/** The command as a process of Node: `tsx main.ts owner/repo`, or bundled as the page says. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Forge from "forgecast/forge/Forge"
import { changes, exitCodes, type Failure } from "./program.ts"

const report = ({ _tag, message }: Failure): Effect.Effect<number> =>
  Effect.sync(() => {
    console.error(`${_tag}: ${message}`)
    return exitCodes[_tag]
  })

// On fetch, which starts faster than undici.
const main = changes(process.argv.slice(2)).pipe(Effect.provide(Forge.layerGitHub), Effect.as(0), Effect.catch(report))

const stop = new AbortController()
process.once("SIGINT", () => stop.abort())
// Nobody reads on, as in `changes owner/repo | head -3`.
process.stdout.on("error", () => process.exit(0))
const exit = await Effect.runPromiseExit(main, { signal: stop.signal })
if (Exit.isSuccess(exit)) {
  process.exitCode = exit.value
} else {
  if (!stop.signal.aborted) console.error(Cause.pretty(exit.cause))
  process.exitCode = stop.signal.aborted ? 130 : 70
}
