/** The command line. */
import { parseArgs } from "node:util"
import type { Repo } from "./triage.ts"

export interface Arguments {
  /** The repository to read from the real service; null for the simulated one. */
  readonly live: Repo | null
}

export const usage = `Usage: npm run demo [-- --live owner/repo]

Triages the issues of a repository, over real HTTP. Without an option it does so
on a simulated service that it starts by itself: no account, no network.

  --live owner/repo   only reads, from the real service; with GITHUB_TOKEN, if
                      it is set, else anonymously (60 requests an hour)
  --help              shows this`

/** The arguments, "help", or `{ problem }` in words. */
export const parse = (args: ReadonlyArray<string>): Arguments | "help" | { readonly problem: string } => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { live: { type: "string" }, help: { type: "boolean", short: "h" } }
    })
    if (values.help === true) return "help"
    if (values.live === undefined) return { live: null }
    const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(values.live) ?? []
    return owner === undefined || repo === undefined
      ? { problem: `--live wants a repository as owner/repo, not "${values.live}"` }
      : { live: { owner, repo } }
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error) }
  }
}
