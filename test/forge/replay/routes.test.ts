/** All recorded exchanges, raw and normalized, replayed through `Routes`. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { Forge } from "../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as Routes from "../../../src/forge/Routes.ts"
import { routes } from "../../testing/forge/description.ts"
import { all } from "../support/proof.ts"
import { type Exchange, kinds, play, playScenario, recording, scenarios } from "./recording.ts"

// The recordings are data here, so the types say nothing.
type Call = (route: string, input: object, options?: Routes.Options) => Effect.Effect<unknown, ForgeError, Forge>
const request = Routes.request as unknown as Call
const upload = Routes.upload as unknown as Call
const download = Routes.download.bytes as unknown as Call

const escaped = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)

/** Every route with its pattern. Those with fewer parameters come first: they are the more exact ones. */
const patterns = routes()
  .map(({ route }) => {
    const names = [...route.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name)
    const pattern = escaped(route).replaceAll(/\{([^}]+)\}/g, (_, name) => (name === "path" ? "(.*)" : "([^/]+)"))
    return { route, names, pattern: new RegExp(`^${pattern}$`) }
  })
  .toSorted((a, b) => a.names.length - b.names.length)

/** The route of a recorded request, with the parameters of its path. */
const routeOf = ({ method, url }: Exchange["request"]) => {
  const asked = `${method} ${new URL(url).pathname}`
  for (const { names, pattern, route } of patterns) {
    const found = pattern.exec(asked)
    if (found === null) continue
    const path = Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1] ?? "")]))
    return { route, path }
  }
  return undefined
}

const isObject = (body: unknown): body is object => typeof body === "object" && body !== null && !Array.isArray(body)

/** Requests that the description no longer has: classic projects, all refs, and repositories by id, to which links lead. */
const isUndescribed = ({ url }: Exchange["request"]) => /\/projects|\/git\/refs\/$|\/repositories\/\d+/.test(url)

/** The call of a recorded request. */
const callOf = ({ answer, request: { body, query, ...asked } }: Exchange) => {
  const { path, route } = routeOf({ body, query, ...asked }) ?? assert.fail(`no route of ${asked.method} ${asked.url}`)
  if (route.startsWith("POST ") && route.endsWith("/assets")) {
    return upload(route, { ...path, ...query, data: String(body), content_type: "text/plain" })
  }
  if (/\/(?:tarball|zipball)\//.test(route)) return download(route, path)
  // A rename has the same field in its path and in its body, and labels are a list.
  const isFlat = isObject(body) && !Object.keys(body).some((name) => name in path)
  return request(
    route,
    { ...path, ...query, ...(isFlat ? body : {}) },
    {
      ...(isFlat ? {} : { body }),
      ...(typeof answer.body === "string" ? { accept: "application/vnd.github.raw" } : {})
    }
  )
}

/** A parameter is one segment: the service takes the slash of a ref in either form. */
const inOneSegment = ({ answer, request }: Exchange): Exchange => ({
  answer,
  request: { ...request, url: request.url.replace("/git/refs/heads/", "/git/refs/heads%2F") }
})

/** The exchanges of a scenario, each with those that follow its redirects. */
const groupsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<readonly [Exchange, ...Array<Exchange>]> => {
  const groups: Array<[Exchange, ...Array<Exchange>]> = []
  let isRedirected = false
  for (const exchange of exchanges) {
    const last = groups.at(-1)
    if (isRedirected && last !== undefined) last.push(exchange)
    else groups.push([exchange])
    isRedirected = [301, 302, 307].includes(exchange.answer.status)
  }
  return groups
}

describe.each(kinds)("%s", (kind) => {
  it.effect.each(scenarios)("%s", (scenario) =>
    Effect.gen(function* () {
      for (const group of groupsOf(recording(scenario, kind).map(inOneSegment))) {
        const [first] = group
        if (isUndescribed(first.request)) continue
        const { left, service } = play(group)
        const result = yield* Effect.result(Effect.provide(callOf(first), service))
        const { status } = group.at(-1)?.answer ?? first.answer
        const name = `${first.request.method} ${first.request.url}`
        if (status < 400) {
          if (Result.isFailure(result)) assert.fail(`${name}: ${result.failure._tag}: ${result.failure.message}`)
        } else {
          assert.containSubset(result, { failure: { status } }, name)
        }
        assert.deepStrictEqual(left(), [], name)
      }
    })
  )
})

describe("listings", () => {
  const issues = { owner: "octokit-fixture-org", repo: "paginate-issues", per_page: 3 }

  it.effect("stream all pages, by the links of the service", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("paginate-issues")
      const titles = Routes.paginate("GET /repos/{owner}/{repo}/issues", issues).pipe(Stream.map(({ title }) => title))
      const found = yield* Effect.provide(all(titles), service)
      assert.deepStrictEqual(
        found,
        Array.from({ length: 13 }, (_, index) => `Test issue ${13 - index}`)
      )
      assert.lengthOf(left(), 0)
    })
  )

  it.effect("have the items of an envelope, and its count", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("search-issues")
      const pages = Routes.paginate.pages("GET /search/issues", { q: "sesame repo:octokit-fixture-org/search-issues" })
      const [page] = yield* Effect.provide(all(pages), service)
      assert.containSubset(page, { total_count: 2, incomplete_results: false, next: null })
      assert.lengthOf(page?.items ?? [], 2)
      assert.lengthOf(left(), 0)
    })
  )
})
