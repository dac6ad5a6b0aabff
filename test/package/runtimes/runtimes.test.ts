/** The built package on each runtime, against simulated services: the same program does the same. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { lacksChromium } from "../../chromium.ts"
import { type Expected, expected, uploadsStreams } from "./expected.ts"
import { type Host, serveHost } from "./host.ts"
import type { Report } from "./program/setting.ts"
import { makeProject, type Project } from "./project.ts"
import { runBrowser, runServer } from "./run.ts"

interface Runtime {
  readonly run: (host: Host, main: string) => Effect.Effect<Report>
  readonly isPage?: boolean
  readonly hasUndici?: boolean
}

const runtimes: ReadonlyArray<readonly [name: string, runtime: Runtime]> = [
  ["Node, on fetch", { run: runServer("node", "fetch") }],
  ["Node, on undici", { run: runServer("node", "node"), hasUndici: true }],
  ["Bun, on fetch", { run: runServer("bun", "fetch") }],
  ["Bun, with ForgeNode", { run: runServer("bun", "node") }],
  ["Deno, on fetch", { run: runServer("deno", "fetch") }],
  ["Deno, on undici", { run: runServer("deno", "node"), hasUndici: true }],
  [lacksChromium ? "Chromium, which is not installed" : "Chromium", { run: runBrowser, isPage: true }]
]

let project: Project

/** For machines that have much to do, in milliseconds. */
const patience = 120_000

beforeAll(async () => {
  project = await makeProject()
}, patience)

afterAll(() => project.remove())

/** Pages are read ahead, so some of them arrive in any order. */
const inOrder = (name: string, sent: ReadonlyArray<string>): ReadonlyArray<string> =>
  name === "lists" ? sent.toSorted() : sent

const isPreflight = (request: string): boolean => request.startsWith("OPTIONS ")

const expectedOn = ({ elsewhere, inPage, result, sent }: Expected, isPage: boolean) =>
  isPage
    ? { result: inPage ?? result, sent }
    : { result, sent: elsewhere ?? sent.filter((request) => !isPreflight(request)) }

describe.each(runtimes)("%s", (_, { hasUndici = false, isPage = false, run }) => {
  const isSkipped = isPage && lacksChromium
  let report: Report = {}

  beforeAll(async () => {
    if (isSkipped) return
    report = await Effect.runPromise(
      Effect.scoped(Effect.flatMap(serveHost(project.page), (host) => run(host, project.main)))
    )
  }, patience)

  const all = { ...expected, uploadsStreams: hasUndici ? uploadsStreams.onUndici : uploadsStreams.onFetch }

  it.skipIf(isSkipped).each(Object.entries(all))("%s", (name, expected) => {
    const found = report[name] as { readonly result: unknown; readonly sent: ReadonlyArray<string> }
    const { result, sent } = expectedOn(expected, isPage)
    assert.deepStrictEqual(found.result, result)
    assert.deepStrictEqual(inOrder(name, found.sent), inOrder(name, sent))
  })

  it.skipIf(isSkipped)("runs no other checks", () => {
    assert.sameMembers(Object.keys(report), Object.keys(all))
  })
})
