/** Compares the simulator's answers with recorded answers of the service. */
import { createRequire } from "node:module"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { type Options, send } from "./support.ts"

interface Recorded {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly status: number
  readonly response: unknown
  readonly headers: Readonly<Record<string, unknown>>
}

const scenario = (name: string): ReadonlyArray<Recorded> => {
  const path = `@octokit/fixtures/scenarios/api.github.com/${name}/normalized-fixture.json`
  return createRequire(import.meta.url)(path) as ReadonlyArray<Recorded>
}

/** Lists each field by path, with the type of its value. A null may have any type. */
const shapeOf = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (value === null) return [`${path}?`]
  if (Array.isArray(value)) return value.length === 0 ? [`${path}[]`] : shapeOf(value[0], `${path}[]`)
  if (typeof value !== "object") return [`${path}: ${typeof value}`]
  return Object.entries(value).flatMap(([name, field]) => shapeOf(field, `${path}.${name}`))
}

const nameOf = (entry: string): string => entry.replace(/(\?|: \w+)$/, "")

/** Lists recorded fields that are missing from the simulator's answer, or have another type there. */
const missing = (recorded: unknown, simulated: unknown): ReadonlyArray<string> => {
  const ours = shapeOf(simulated)
  return shapeOf(recorded).filter(
    (entry) =>
      !ours.includes(entry) &&
      !ours.some((own) => nameOf(own) === nameOf(entry) && (own.endsWith("?") || entry.endsWith("?")))
  )
}

/** Replays recorded requests, and compares status, shape and headers of the answers. */
const replay = Effect.fnUntraced(function* (name: string, options: Options = {}) {
  for (const { body, headers, method, path, response, status } of scenario(name)) {
    // No operation gets a single label.
    if (method === "get" && path.includes("/labels/test-label")) continue
    const reply = yield* send(`${method.toUpperCase()} ${path}`, body === "" ? options : { ...options, body })
    const place = `${method} ${path}`
    expect([place, reply.status]).toEqual([place, status])
    expect([place, missing(response === "" ? undefined : response, reply.json)]).toEqual([place, []])
    const promised = [
      "etag",
      "last-modified",
      "link",
      "location",
      "content-type",
      "x-ratelimit-limit",
      "x-github-request-id"
    ]
    const absent = promised.filter((header) => headers[header] !== undefined && reply.headers[header] === undefined)
    expect([place, absent]).toEqual([place, []])
  }
})

const owner = "octokit-fixture-org"

const recordedFor = (name: string, seed: Partial<ForgeSimulator.RepositorySeed> = {}) =>
  ForgeSimulator.layerHttpClient({ repositories: [{ owner, name, ...seed }] })

describe("answers match a recording", () => {
  it.effect("of labels", () => replay("labels").pipe(Effect.provide(recordedFor("labels", { labels: ["bug"] }))))

  it.effect("of adding labels to an issue", () =>
    replay("add-labels-to-issue").pipe(Effect.provide(recordedFor("add-labels-to-issue")))
  )

  it.effect("of locking a conversation", () =>
    replay("lock-issue").pipe(Effect.provide(recordedFor("lock-issue", { issues: [{ title: "Heated" }] })))
  )

  it.effect("of a refusal", () => replay("errors").pipe(Effect.provide(recordedFor("errors"))))

  it.effect("of thirteen issues in pages of three", () =>
    Effect.gen(function* () {
      // The recording is older than the cursors of issues: links had numbers alone, and led to the last page, too.
      const linked = (header: unknown) =>
        Array.from(String(header).matchAll(/<([^>]+)\/issues\?([^>]+)>; rel="(next|prev)"/g), ([, url, query, rel]) => {
          const page = new URLSearchParams(query)
          return { url, rel, page: page.get("page"), per_page: page.get("per_page") }
        }).toSorted((a, b) => String(a.rel).localeCompare(String(b.rel)))
      for (const { headers, path } of scenario("paginate-issues")) {
        // In the recording, the repository's id is 1000.
        const local = (text: string) => text.replaceAll("/repositories/1000/", "/repositories/2000000/")
        const reply = yield* send(`GET ${local(path)}`)
        const links = linked(reply.headers["link"])
        expect(links).toEqual(linked(local(String(headers["link"]))))
        expect(links).not.toEqual([])
      }
    }).pipe(
      Effect.provide(
        recordedFor("paginate-issues", { issues: Array.from({ length: 13 }, (_, nth) => ({ title: `${nth}` })) })
      )
    )
  )
})
