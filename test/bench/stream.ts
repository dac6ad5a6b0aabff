/** Whole listings: time and memory. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Issues from "../../src/forge/Issues.ts"
import * as clients from "./clients.ts"
import { overLink } from "./loopback.ts"
import { measure, ratios, timed } from "./measure.ts"
import { millis, type Row, row } from "./report.ts"

const owner = "octokit"

/** All issues of a repository of 100 pages, compared with Octokit's, in order. */
const listed = async (url: string, repo: string, name: string, target: number): Promise<ReadonlyArray<Row>> => {
  const runtime = clients.forgecast(url)
  const octokit = clients.octokit(url)
  let ours: ReadonlyArray<number> = []
  let theirs: ReadonlyArray<number> = []
  const taken = await measure(
    {
      forgecast: timed(async () => {
        ours = (await runtime.runPromise(Stream.runCollect(Issues.list({ owner, repo })))).map(({ id }) => id)
      }),
      octokit: timed(async () => {
        const issues = await octokit.paginate("GET /repos/{owner}/{repo}/issues", { owner, repo, per_page: 100 })
        theirs = issues.map(({ id }) => id)
      })
    },
    { seconds: 15, times: 1 }
  )
  await runtime.dispose()
  if (ours.length !== 10_000 || ours.some((id, i) => id !== theirs[i])) {
    throw new Error(`the order differs: ${ours.length} and ${theirs.length} issues`)
  }
  const same = `the same ${ours.length} issues in the same order; ${millis(taken)}`
  return [row(name, ratios(taken.forgecast, taken.octokit), { target, details: same })]
}

/** 100 pages, with a latency of 20 ms. */
export const paginate = (url: string): Promise<ReadonlyArray<Row>> =>
  listed(url, "distant", "100 pages at 20 ms / octokit.paginate", 0.2)

/** 100 pages over a slow link. */
export const paginateOverLink = (url: string): Promise<ReadonlyArray<Row>> =>
  overLink(url, (link) => listed(link, "compressed", "100 pages over the link / octokit.paginate", 0.5))

const collected = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** 200,000 issues: the heap after each tenth, relative to the start. */
export const memory = async (url: string): Promise<ReadonlyArray<Row>> => {
  const runtime = clients.forgecast(url)
  const repo = "large"
  const total = 200_000
  // Load code and open connections before the measurement.
  await runtime.runPromise(Issues.list.page({ owner, repo: "fresh" }))
  const before = collected()
  const heaps: Array<number> = []
  let seen = 0
  const start = performance.now()
  await runtime.runPromise(
    Stream.runForEachArray(Issues.list({ owner, repo }), (issues) =>
      Effect.sync(() => {
        const tenth = Math.floor(seen / (total / 10))
        seen += issues.length
        if (Math.floor(seen / (total / 10)) > tenth) heaps.push(collected() - before)
      })
    )
  )
  const seconds = (performance.now() - start) / 1_000
  await runtime.dispose()
  if (seen !== total) throw new Error(`${seen} issues instead of ${total}`)
  const growth = (heaps.at(-1) ?? Number.NaN) - (heaps[0] ?? Number.NaN)
  return [
    row("heap above the start, 200,000 issues", heaps, {
      target: 50,
      unit: "MB",
      details: `by tenth: ${heaps.map((heap) => heap.toFixed(1)).join(" ")}; ${seconds.toFixed(1)} s`
    }),
    row("  its growth from the first tenth to the last", [growth], { target: 5, unit: "MB" })
  ]
}
