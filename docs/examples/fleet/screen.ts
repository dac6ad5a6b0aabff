/** What the demo shows: a line of progress, and a table at the end. */
import { styleText } from "node:util"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Report } from "./report.ts"

export interface Counts {
  repositories: number
  labels: number
  closed: number
  merged: number
  runners: number
}

const out = process.stdout
const isTerminal = out.isTTY

const bold = (text: string) => styleText("bold", text, { stream: out })

const shown = (count: number) => count.toLocaleString("en")

export const begin = (title: string): void => {
  out.write(`\n${bold(title)}\n`)
}

/** Shows the progress for as long as it runs: on one line of a terminal, else on a line for each tenth. */
export const progress = (counts: Counts, total: number) =>
  Effect.gen(function* () {
    let tenths = 0
    let { runners } = counts
    while (true) {
      const { repositories } = counts
      const done = `   ${shown(repositories)} of ${shown(total)} repositories, on ${counts.runners} ${counts.runners === 1 ? "runner" : "runners"}`
      const reached = Math.floor((10 * repositories) / total)
      if (isTerminal) out.write(`\r\u001b[2K${done}`)
      else if (reached > tenths) out.write(`${done}\n`)
      tenths = reached
      if (counts.runners < runners) out.write(`${isTerminal ? "\n" : ""}   A runner was killed with -9\n`)
      runners = counts.runners
      yield* Effect.sleep("100 millis")
    }
  })

/** Shows what was done, and what it took. */
export const table = (
  { closed, labels, merged, repositories }: Counts,
  reports: ReadonlyArray<Report>,
  took: Duration.Duration,
  twice: number
): void => {
  const sum = (name: keyof Report) => reports.reduce((sum, report) => sum + report[name], 0)
  const waits = sum("waits")
  const each = waits === 0 ? 0 : sum("waitMillis") / waits / 1_000
  const rows: ReadonlyArray<readonly [string, number, string]> = [
    ["Repositories done", repositories, `in ${Duration.toSeconds(took).toFixed(0)} s`],
    ["Labels changed", labels, ""],
    ["Issues closed", closed, "each with a comment"],
    ["Pull requests merged", merged, "when their check had passed"],
    ["Requests sent", sum("requests"), "on one budget for all runners"],
    ["Served from cache", sum("cached"), "304: they cost no quota"],
    ["Waited for the limit", waits, waits === 0 ? "" : `requests, ${each.toFixed(1)} s each`],
    ["Done twice", twice, "though a runner was killed"]
  ]
  out.write(isTerminal ? "\r\u001b[2K\n" : "\n")
  for (const [name, count, why] of rows) {
    out.write(`   ${name.padEnd(22)}${bold(shown(count).padStart(8))}  ${why}`.trimEnd() + "\n")
  }
}
