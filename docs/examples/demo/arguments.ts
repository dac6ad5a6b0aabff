/** The command line. */
import { parseArgs } from "node:util"
import type { Repo } from "./triage.ts"

export interface Arguments {
  /** The repository to read from the real service; null for the simulated one. */
  readonly live: Repo | null
  /** The place whose weather is shown. */
  readonly place: string
  /** The file to draw the weather into; null to draw nothing. */
  readonly svg: string | null
}

export const usage = `Usage: npm run demo [-- --place NAME --svg FILE | -- --live owner/repo]

Triages the issues of a repository, merges two pull requests and releases
them, then shows the weather forecast for a place, over real HTTP. Without
--live, the demo starts simulated services: it needs no account and no
network.

  --place NAME        the place, one of about sixty cities (default: Bergen)
  --svg FILE          draws the forecast into a file
  --live owner/repo   only reads issues, from the real service; uses
                      GITHUB_TOKEN if it is set (without: 60 requests an hour)
  --help              shows this help`

/** Returns the arguments, "help", or a `{ problem }` as a sentence. */
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
    if (svg !== null) return { problem: "--svg cannot be used with --live, which shows no weather" }
    const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(values.live) ?? []
    return owner === undefined || repo === undefined
      ? { problem: `--live wants a repository as owner/repo, not "${values.live}"` }
      : { live: { owner, repo }, place, svg }
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error) }
  }
}
