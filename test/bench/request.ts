/**
 * Requests one after another: a page, one issue, and both again when nothing has changed; and many at a time. Each
 * client is a separate process of this module: `node test/bench/request.ts <client> <task> <url>`.
 */
import * as Effect from "effect/Effect"
import type * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { RequestError } from "octokit"
import { apart, takeTurns } from "./apart.ts"
import * as clients from "./clients.ts"
import { measure, type Options } from "./measure.ts"
import { compared, millis, type Row } from "./report.ts"

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
  /** How many requests the task takes, and how many of them are sent at a time. Default: one. */
  readonly burst?: { readonly size: number; readonly concurrency: number }
}

/** The processes of a client: two of the same build may differ by a sixth for as long as they run. */
const copies = 3

// A turn takes about half a second, so that a contender's garbage is collected in its own turn.
const long = { seconds: 80, times: 150 }
// The warm-up takes as long as the engine compiles: some 10,000 requests of each process.
const short = { seconds: 120, times: 2_000 }

const tasks = {
  page: {
    options: long,
    path: (n) => `/repos/${owner}/fresh/issues?per_page=100&page=${n}`,
    forgecast: (n) => Issues.list.page({ ...fresh, per_page: 100, page: n }),
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
  },
  burst: {
    options: { seconds: 120, times: 10 },
    path: (n) => `/repos/${owner}/fresh/issues/${n}`,
    forgecast: (n) => Issues.get({ ...fresh, issue_number: n }),
    isKept: false,
    burst: { size: 256, concurrency: 64 }
  }
} satisfies Record<string, Task>

type TaskName = keyof typeof tasks

/** Does the task by promises. */
const byPromise =
  (send: (n: number) => Promise<unknown>, { burst = { size: 1, concurrency: 1 } }: Task) =>
  async (times: number) => {
    for (let i = 0; i < times; i++) {
      let left = burst.size
      const sendAll = async () => {
        while (left-- > 0) await send(++sent)
      }
      await Promise.all(Array.from({ length: burst.concurrency }, sendAll))
    }
  }

/** The number of the last request. */
let sent = 0

const ours =
  (client: "undici" | "fetch") =>
  (url: string, { burst, forgecast }: Task) => {
    const runtime = clients.forgecast(url, client)
    const next = Effect.suspend(() => forgecast(++sent))
    const all =
      burst === undefined
        ? next
        : Effect.forEach(Array.from({ length: burst.size }), () => next, { ...burst, discard: true })
    // As in a program: many requests in one fiber.
    return (times: number) =>
      runtime.runPromise(
        Effect.gen(function* () {
          for (let i = 0; i < times; i++) yield* all
        })
      )
  }

const alone = (bare: clients.Bare, task: Task) => {
  const { isKept, path } = task
  if (!isKept) return byPromise((n) => bare.json(path(n)), task)
  const etag = bare.etag(path(1))
  return byPromise(async (n) => bare.unchanged(path(n), await etag), task)
}

/** How each client runs a task a number of times. */
const contenders = {
  forgecast: ours("undici"),
  "forgecast on fetch": ours("fetch"),
  undici: async (url: string, task: Task) => alone(await clients.undici(url), task),
  fetch: (url: string, task: Task) => alone(clients.bareFetch(url), task),
  octokit: (url: string, task: Task) => {
    const octokit = clients.octokit(url)
    const { isKept, path } = task
    if (!isKept) return byPromise((n) => octokit.request(`GET ${path(n)}`), task)
    const etag = octokit.request(`GET ${path(1)}`).then(({ headers }) => headers.etag)
    return byPromise(async (n) => {
      try {
        await octokit.request(`GET ${path(n)}`, { headers: { "if-none-match": await etag } })
      } catch (error) {
        if (error instanceof RequestError && error.status === 304) return
        throw error
      }
      throw new Error(`${path(n)} has changed`)
    }, task)
  }
}

type Client = keyof typeof contenders

const everybody = ["forgecast", "forgecast on fetch", "undici", "fetch", "octokit"] as const

/** The highest ratios. */
interface Targets {
  readonly undici: number
  readonly octokit?: number
  /** Beside Octokit, which uses the same fetch. */
  readonly onFetch: number
}

/** Each of ours beside the client that it uses, and beside Octokit. */
const compare = async (url: string, task: TaskName, name: string, targets: Targets): Promise<ReadonlyArray<Row>> => {
  const taken = await apart(
    import.meta.filename,
    everybody,
    [task, url],
    (each) => measure(each, tasks[task].options),
    copies
  )
  const { fetch, forgecast, octokit, undici } = taken
  const onFetch = taken["forgecast on fetch"]
  return [
    compared(`${name} / undici`, forgecast, undici, { target: targets.undici }),
    compared(`${name} / Octokit`, forgecast, octokit, targets.octokit !== undefined ? { target: targets.octokit } : {}),
    compared(`${name}, on fetch / fetch`, onFetch, fetch),
    compared(`${name}, on fetch / Octokit`, onFetch, octokit, { target: targets.onFetch, details: millis(taken) })
  ]
}

export const readPage = (url: string): Promise<ReadonlyArray<Row>> =>
  compare(url, "page", "page of 100 issues", { undici: 1.15, octokit: 0.35, onFetch: 0.45 })

export const readOne = (url: string): Promise<ReadonlyArray<Row>> =>
  compare(url, "one", "one issue", { undici: 1.45, octokit: 0.7, onFetch: 0.85 })

/** The 304s of one issue and of a page. Octokit has no cache: it throws. */
export const revalidate = async (url: string): Promise<ReadonlyArray<Row>> => [
  ...(await compare(url, "revalidated issue", "304 of an issue", { undici: 1.4, onFetch: 0.7 })),
  ...(await compare(url, "revalidated page", "304 of a page", { undici: 1.4, onFetch: 0.7 }))
]

export const burst = (url: string): Promise<ReadonlyArray<Row>> =>
  compare(url, "burst", "256 issues, 64 at a time", { undici: 1.5, onFetch: 0.8 })

if (import.meta.main) {
  const [, , client, task, url = ""] = process.argv
  takeTurns(await contenders[client as Client](url, tasks[task as TaskName]))
}
