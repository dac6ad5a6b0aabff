/** Requests one after another: a page, one issue, and both again when nothing has changed. */
import * as Effect from "effect/Effect"
import type * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as clients from "./clients.ts"
import { type Contender, measure, ratios } from "./measure.ts"
import { millis, type Row, row } from "./report.ts"

const owner = "octokit"

const page = { seconds: 20, times: 10 }
const one = { seconds: 15, times: 200 }

const inTurn =
  (task: () => Promise<unknown>): Contender =>
  async (times) => {
    for (let i = 0; i < times; i++) await task()
  }

/** As a program's requests are: many in one fiber. */
const inFiber =
  (
    runtime: ReturnType<typeof clients.forgecast>,
    task: () => Effect.Effect<unknown, unknown, Forge.Forge>
  ): Contender =>
  (times) =>
    runtime.runPromise(
      Effect.gen(function* () {
        for (let i = 0; i < times; i++) yield* task()
      })
    )

/** Counts on, so that each read is the first of its URL and nothing comes from the cache. */
const counter = (): (() => number) => {
  let n = 0
  return () => ++n
}

export const readPage = async (url: string): Promise<ReadonlyArray<Row>> => {
  const runtime = clients.forgecast(url)
  const bare = clients.bare(url)
  const octokit = clients.octokit(url)
  const repo = "fresh"
  const [next, nextBare, nextOctokit] = [counter(), counter(), counter()]
  const taken = await measure(
    {
      forgecast: inFiber(runtime, () => Issues.list.page({ owner, repo, per_page: 100, page: next() })),
      undici: inTurn(() => bare.json(`/repos/${owner}/${repo}/issues?per_page=100&page=${nextBare()}`)),
      octokit: inTurn(() =>
        octokit.request("GET /repos/{owner}/{repo}/issues", { owner, repo, per_page: 100, page: nextOctokit() })
      )
    },
    page
  )
  await Promise.all([runtime.dispose(), bare.close()])
  return [
    row("page of 100 issues / undici + JSON.parse", ratios(taken.forgecast, taken.undici), { target: 1.35 }),
    row("page of 100 issues / Octokit", ratios(taken.forgecast, taken.octokit), {
      target: 0.35,
      details: millis(taken)
    })
  ]
}

export const readOne = async (url: string): Promise<ReadonlyArray<Row>> => {
  const runtime = clients.forgecast(url)
  const bare = clients.bare(url)
  const octokit = clients.octokit(url)
  const repo = "fresh"
  const [next, nextBare, nextOctokit] = [counter(), counter(), counter()]
  const taken = await measure(
    {
      forgecast: inFiber(runtime, () => Issues.get({ owner, repo, issue_number: next() })),
      undici: inTurn(() => bare.json(`/repos/${owner}/${repo}/issues/${nextBare()}`)),
      octokit: inTurn(() =>
        octokit.request("GET /repos/{owner}/{repo}/issues/{issue_number}", { owner, repo, issue_number: nextOctokit() })
      )
    },
    one
  )
  await Promise.all([runtime.dispose(), bare.close()])
  return [
    row("one issue / undici + JSON.parse", ratios(taken.forgecast, taken.undici), { target: 1.7 }),
    row("one issue / Octokit", ratios(taken.forgecast, taken.octokit), { target: 0.7, details: millis(taken) })
  ]
}

/** The 304s of a page and of one issue. Octokit has no cache: it throws. */
export const revalidate = async (url: string): Promise<ReadonlyArray<Row>> => {
  const runtime = clients.forgecast(url)
  const bare = clients.bare(url)
  const repo = "kept"
  const compare = async (name: string, path: string, task: () => Effect.Effect<unknown, unknown, Forge.Forge>) => {
    const etag = await bare.etag(path)
    const taken = await measure(
      { forgecast: inFiber(runtime, task), undici: inTurn(() => bare.unchanged(path, etag)) },
      one
    )
    return row(`${name} / undici's 304`, ratios(taken.forgecast, taken.undici), { target: 2, details: millis(taken) })
  }
  const rows = [
    await compare("revalidated page", `/repos/${owner}/${repo}/issues?per_page=100&page=1`, () =>
      Issues.list.page({ owner, repo, per_page: 100, page: 1 })
    ),
    await compare("revalidated issue", `/repos/${owner}/${repo}/issues/1`, () =>
      Issues.get({ owner, repo, issue_number: 1 })
    )
  ]
  await Promise.all([runtime.dispose(), bare.close()])
  return rows
}
