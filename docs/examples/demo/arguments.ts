/** The command line. */
import { parseArgs } from "node:util"
import type { Repo } from "./triage.ts"

export interface Arguments {
  /** The repository to read from the real service; null for the simulated one. */
  readonly live: Repo | null
  /** Whose weather is shown. */
  readonly place: string
  /** A file to draw the weather into; null for none. */
  readonly svg: string | null
}

export const usage = `Usage: npm run demo [-- --place NAME --svg FILE | -- --live owner/repo]

Triages the issues of a repository, then shows the weather of a place, over
real HTTP. Without --live both services are simulated, and started by the demo
itself: no account, no network.

  --place NAME        whose weather: one of some sixty cities (default: Bergen)
  --svg FILE          draws the weather of the next days into a file
  --live owner/repo   only reads issues, from the real service; with
                      GITHUB_TOKEN if it is set, else 60 requests an hour
  --help              shows this`

/** The arguments, "help", or `{ problem }` in words. */
export const parse = (args: ReadonlyArray<string>): Arguments | "help" | { readonly problem: string } => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        live: { type: "string" },
        place: { type: "string", default: "Bergen" },
        svg: { type: "string" },
        help: { type: "boolean", short: "h" }
      }
    })
    if (values.help === true) return "help"
    const { place, svg = null } = values
    if (values.live === undefined) return { live: null, place, svg }
    if (svg !== null) return { problem: "--svg draws the weather, which --live doesn't show" }
    const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(values.live) ?? []
    return owner === undefined || repo === undefined
      ? { problem: `--live wants a repository as owner/repo, not "${values.live}"` }
      : { live: { owner, repo }, place, svg }
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error) }
  }
}
