/**
 * Requests one after another: a page, one issue, and both again when nothing has changed. Each client is a separate
 * process of this module: `node test/bench/request.ts <client> <task> <url>`.
 */
import * as Effect from "effect/Effect"
import type * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { apart, takeTurns } from "./apart.ts"
import { overLink } from "./loopback.ts"
import * as clients from "./clients.ts"
import { measure, type Options, ratios } from "./measure.ts"
import { millis, type Row, row } from "./report.ts"

const owner = "octokit"
const fresh = { owner, repo: "fresh" }
const kept = { owner, repo: "kept" }

/** The same request by each client, the `n`th of its run; a fresh one was never sent before. */
interface Task {
  readonly options: Options
  readonly path: (n: number) => string
  readonly forgecast: (n: number) => Effect.Effect<unknown, unknown, Forge.Forge>
  /** Whether the request has a validator. */
  readonly isKept: boolean
}

// A turn takes about half a second, so that a contender's garbage is collected in its own turn.
const long = { seconds: 30, times: 150 }
const short = { seconds: 20, times: 3_000 }

const tasks = {
  page: {
    options: long,
    path: (n) => `/repos/${owner}/fresh/issues?per_page=100&page=${n}`,
    forgecast: (n) => Issues.list.page({ ...fresh, per_page: 100, page: n }),
    isKept: false
  },
  "page over a link": {
    options: { seconds: 20, times: 20 },
    path: (n) => `/repos/${owner}/compressed/issues?per_page=100&page=${(n % 100) + 1}`,
    forgecast: (n) => Issues.list.page({ owner, repo: "compressed", per_page: 100, page: (n % 100) + 1 }),
    isKept: false
  },
  one: {
    options: short,
    path: (n) => `/repos/${owner}/fresh/issues/${n}`,
    forgecast: (n) => Issues.get({ ...fresh, issue_number: n }),
    isKept: false
  },
  "revalidated page": {
    options: short,
    path: () => `/repos/${owner}/kept/issues?per_page=100&page=1`,
    forgecast: () => Issues.list.page({ ...kept, per_page: 100, page: 1 }),
    isKept: true
  },
  "revalidated issue": {
    options: short,
    path: () => `/repos/${owner}/kept/issues/1`,
    forgecast: () => Issues.get({ ...kept, issue_number: 1 }),
    isKept: true
  }
} satisfies Record<string, Task>

type Name = keyof typeof tasks

const inTurn = (send: (n: number) => Promise<unknown>) => {
  let n = 0
  return async (times: number) => {
    for (let i = 0; i < times; i++) await send(++n)
  }
}

/** How each client runs a task a number of times. */
const contenders = {
  /** As in a program: many requests in one fiber. */
  forgecast: (url: string, { forgecast }: Task) => {
    const runtime = clients.forgecast(url)
    let n = 0
    return (times: number) =>
      runtime.runPromise(
        Effect.gen(function* () {
          for (let i = 0; i < times; i++) yield* forgecast(++n)
        })
      )
  },
  undici: (url: string, { isKept, path }: Task) => {
    const bare = clients.bare(url)
    if (!isKept) return inTurn((n) => bare.json(path(n)))
    const etag = bare.etag(path(1))
    return inTurn(async (n) => bare.unchanged(path(n), await etag))
  },
  /** With its own decompression. */
  decompressing: (url: string, { path }: Task) => {
    const bare = clients.bare(url, true)
    return inTurn((n) => bare.json(path(n)))
  },
  octokit: (url: string, { path }: Task) => {
    const octokit = clients.octokit(url)
    return inTurn((n) => octokit.request(`GET ${path(n)}`))
  }
}

const compare = <Client extends keyof typeof contenders>(url: string, task: Name, ...against: ReadonlyArray<Client>) =>
  apart(import.meta.filename, ["forgecast", ...against], [task, url], (each) => measure(each, tasks[task].options))

export const readPage = async (url: string): Promise<ReadonlyArray<Row>> => {
  const taken = await compare(url, "page", "undici", "octokit")
  return [
    row("page of 100 issues / undici + JSON.parse", ratios(taken.forgecast, taken.undici), { target: 1.35 }),
    row("page of 100 issues / Octokit", ratios(taken.forgecast, taken.octokit), {
      target: 0.35,
      details: millis(taken)
    })
  ]
}

/** A page over a slow link, from a server that compresses. */
export const readPageOverLink = (url: string): Promise<ReadonlyArray<Row>> =>
  overLink(url, async (link) => {
    const taken = await compare(link, "page over a link", "decompressing", "octokit")
    return [
      row("page over 20 Mbit/s, 20 ms / undici, decompressing", ratios(taken.forgecast, taken.decompressing), {
        target: 1.1
      }),
      row("page over 20 Mbit/s, 20 ms / Octokit", ratios(taken.forgecast, taken.octokit), {
        target: 0.95,
        details: millis(taken)
      })
    ]
  })

export const readOne = async (url: string): Promise<ReadonlyArray<Row>> => {
  const taken = await compare(url, "one", "undici", "octokit")
  return [
    row("one issue / undici + JSON.parse", ratios(taken.forgecast, taken.undici), { target: 1.7 }),
    row("one issue / Octokit", ratios(taken.forgecast, taken.octokit), { target: 0.7, details: millis(taken) })
  ]
}

/** The 304s of a page and of one issue. Octokit has no cache: it throws. */
export const revalidate = async (url: string): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const task of ["revalidated page", "revalidated issue"] as const) {
    const taken = await compare(url, task, "undici")
    rows.push(
      row(`${task} / undici's 304`, ratios(taken.forgecast, taken.undici), { target: 2, details: millis(taken) })
    )
  }
  return rows
}

if (import.meta.main) {
  const [, , client, task, url = ""] = process.argv
  takeTurns(contenders[client as keyof typeof contenders](url, tasks[task as Name]))
}
