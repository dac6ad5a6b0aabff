/** The simulated GitHub with 200,000 issues: how long seeding, listings, searches and single reads take. */
import type { IssueSeed } from "../../src/testing/ForgeIssueSeed.ts"
import { makeService } from "../../src/testing/internal/forge/service.ts"
import { token } from "../../src/testing/internal/forge/state/seed/plant.ts"
import { type Row, row } from "./report.ts"

const count = 200_000
const rounds = 25
const now = Date.UTC(2026, 6, 1)
const start = Date.UTC(2020, 0, 1)

/** A generator of pseudo-random numbers from 0 to 1, the same on every run. */
const numbers = (): (() => number) => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

const labels = ["bug", "ui", "docs", "help wanted", "p1", "p2", "p3", "area/map", "area/login", "area/export"]
const people = ["ada", "grace", "linus", "margaret"]

const issues = (): ReadonlyArray<IssueSeed> => {
  const next = numbers()
  const oneOf = (names: ReadonlyArray<string>) => names[Math.floor(next() * names.length)] ?? ""
  return Array.from({ length: count }, (_, index): IssueSeed => {
    const created = start + index * 60_000
    return {
      title: `Issue ${index}: the map stays blank`,
      body: "It rains in, and nobody knows why. ".repeat(8),
      labels: [oneOf(labels), oneOf(labels)],
      assignees: next() < 0.3 ? [oneOf(people)] : [],
      user: oneOf(people),
      state: next() < 0.4 ? "open" : "closed",
      ...(next() < 0.3 ? { milestone: `v${Math.floor(next() * 20)}` } : {}),
      created_at: new Date(created),
      updated_at: new Date(created + Math.floor(next() * 1e10)),
      comments: next() < 0.2 ? ["I can reproduce this."] : []
    }
  })
}

/** Where the service lets nobody ask by number. */
const cursor = (key: number, number: number): string => btoa(`cursor:v2:${key},${number}`)

/** The first look at an order sorts and groups all issues; `first` says how long that takes. */
const reads = {
  "page 1": "issues?per_page=100",
  "page 2,000": `issues?per_page=100&state=all&after=${cursor(start + 100 * 60_000, 101)}`,
  "page 1,000 by update": `issues?per_page=100&state=all&sort=updated&after=${cursor(start + (count / 2) * 60_000, 1)}`,
  "by comments, ascending": "issues?per_page=100&state=all&sort=comments&direction=asc",
  "one label": "issues?per_page=100&labels=bug",
  "an assignee": "issues?per_page=100&assignee=ada",
  "a milestone": "issues?per_page=100&state=all&milestone=3",
  "a creator, page 99": "issues?per_page=100&state=closed&creator=ada&page=99",
  "updated since, by creation": "issues?per_page=100&state=all&since=2020-04-01T00:00:00Z",
  "two labels": "issues?per_page=100&state=all&labels=bug,ui",
  "all milestones, counted": "milestones?per_page=100"
}

/** Free text: each is in nearly all issues, or in a fifth of them, or in one. */
const searches = [
  "map",
  "rain",
  "reproduce",
  "19999",
  "map blank rain nobody",
  '"stays blank"',
  '"nobody knows why"',
  '"why. It rains"',
  "map in:title",
  "rain in:body",
  "reproduce in:comments",
  "map -reproduce",
  "map OR reproduce",
  "map is:open label:bug author:ada",
  "map comments:0",
  "map sort:updated",
  "map sort:reactions"
]

const cpu = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1_000
}

export const simulatorListings = (): Promise<ReadonlyArray<Row>> => {
  const seed = { limits: "none" as const, repositories: [{ owner: "acme", name: "web", issues: issues() }] }
  const seeded = [0, 1].map(() => cpu(() => void makeService(seed, now)))
  const service = makeService(seed, now)
  const send = (method: string, path: string, body = ""): number =>
    cpu(() => {
      const url = new URL(`https://api.github.com/${path}`)
      const headers = { "user-agent": "bench", authorization: `Bearer ${token}` }
      const answer = service.serve({ method, url, headers, body: new TextEncoder().encode(body) }, now)
      if (answer._tag === "Lost" || answer.status > 299) throw new Error(`${method} ${path} failed`)
    })
  const listing = (name: string, path: string): Row => {
    const first = send("GET", path)
    const taken = Array.from({ length: rounds }, () => send("GET", path))
    return row(name, taken, { unit: "ms", target: 5, details: `the first one: ${first.toFixed(1)} ms` })
  }
  const search = (q: string): Row =>
    listing(`a search for ${q}`, `search/issues?per_page=100&q=${encodeURIComponent(q)}`)
  const words = (q: string): Row => ({ ...search(`repo:acme/web ${q}`), target: 50 })
  const heap = (): number => {
    globalThis.gc?.()
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 2 ** 20
  }
  const before = heap()
  const indexed = send("GET", "search/issues?q=anything")
  const rows = [
    row("the first search for a word, which reads all texts", [indexed], { unit: "ms", target: 1_000 }),
    row("memory of the words", [heap() - before], { unit: "MB" }),
    ...searches.map(words),
    row(`${count} issues seeded`, seeded, { unit: "ms", target: 5_000 }),
    ...Object.entries(reads).map(([name, path]) => listing(`of ${count}: ${name}`, `repos/acme/web/${path}`)),
    search("repo:acme/web label:bug"),
    search("repo:acme/web is:open label:bug")
  ]
  const thousand = (path: (index: number) => string): ReadonlyArray<number> =>
    Array.from({ length: rounds }, () =>
      cpu(() => {
        for (let index = 0; index < 1_000; index++) send("GET", path(index))
      })
    )
  const changes = Array.from({ length: rounds }, (_, index) => {
    const change = send("PATCH", `repos/acme/web/issues/${1 + index * 700}`, JSON.stringify({ labels: ["docs"] }))
    return change + send("GET", "repos/acme/web/issues?per_page=1&labels=docs&sort=updated")
  })
  return Promise.resolve([
    ...rows,
    // 5,000 a second.
    row(
      "1,000 reads of an issue",
      thousand((index) => `repos/acme/web/issues/${1 + index * 199}`),
      {
        unit: "ms",
        target: 200
      }
    ),
    row(
      "1,000 reads of the repository",
      thousand(() => "repos/acme/web"),
      { unit: "ms", target: 200 }
    ),
    row("an issue changed, and a look at the listing", changes, { unit: "ms", target: 5 })
  ])
}
