/** Every route of the service's description, called once. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import type { Forge } from "../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as Routes from "../../../src/forge/Routes.ts"
import { check, isJson, type Json, resolved, responseOf, routes, under } from "../../testing/forge/description.ts"
import { type Answer, answer, makeClient, type SentWithHeaders, serviceOn } from "../support/wire.ts"
import { bodyOf, jsonOf, parametersOf, queryOf, valuesOf } from "./official.ts"

// The description is data here, so its types say nothing.
type Call = (route: string, input: object, options?: object) => Effect.Effect<unknown, ForgeError, Forge>
const request = Routes.request as unknown as Call
const download = Routes.download.text as unknown as Call
const upload = Routes.upload as unknown as Call
const paginate = Routes.paginate as unknown as (...args: Parameters<Call>) => Stream.Stream<unknown, ForgeError, Forge>

interface Described {
  readonly route: string
  readonly official: Json
}

const all: ReadonlyArray<Described> = routes()

const successes = [200, 201, 202, 204, 205, 207]

const statusesOf = ({ official }: Described): ReadonlyArray<number> =>
  Object.keys(under(official, "responses")).map(Number)

/** Routes whose only success is a redirect to a file. */
const isElsewhere = (described: Described): boolean => !statusesOf(described).some((each) => successes.includes(each))

const mediaOf = ({ official }: Described, status: number): ReadonlyArray<string> =>
  Object.keys(under(responseOf(official, status) ?? {}, "content"))

const isUpload = ({ official }: Described): boolean => {
  const content = under(official, "requestBody", "content")
  return Object.keys(content).length > 0 && !("application/json" in content)
}

const known = new Map<string, unknown>()

/** The first of some values that a schema allows. The key names the schema. */
const valueOf = (key: string, schema: unknown, isFit: (value: unknown) => boolean = () => true): unknown => {
  if (known.has(key)) return known.get(key)
  const sample = (numRuns: number) =>
    fc
      .sample(valuesOf(schema), { numRuns, seed: 20270115 })
      .find((value) => isFit(value) && check(key, schema, value).length === 0)
  // Most often one of the first few is fit.
  const value = sample(3) ?? sample(50)
  known.set(key, value ?? assert.fail(`no value of ${key}`))
  return value
}

const isSent = (value: unknown): boolean =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

/** The items of a page; undefined if it has no list, or several. */
const listIn = (page: unknown): ReadonlyArray<unknown> | undefined => {
  if (Array.isArray(page)) return page as ReadonlyArray<unknown>
  const lists = isJson(page) ? Object.entries(page).filter(([, value]) => Array.isArray(value)) : []
  const [, list] = lists.find(([name]) => name === "items") ?? (lists.length === 1 ? lists : []).at(0) ?? []
  return Array.isArray(list) ? list : undefined
}

/** The parts of an input. */
interface Parts {
  readonly path: Json
  readonly query: Json
  readonly body: Json | undefined
}

/** An input with all parameters, and a body that is an object. */
const inputOf = (described: Described): Parts => {
  const { route } = described
  const values = (of: "path" | "query"): Json =>
    Object.fromEntries(
      parametersOf(described, of).map(({ name, schema }) => [name, valueOf(`${of} ${route} ${name}`, schema, isSent)])
    )
  const schema = bodyOf(described)
  const path = values("path")
  const body = schema === undefined ? undefined : under(valueOf(`body ${route}`, schema, isJson))
  // A few routes rename what their path names. That takes the option `body`.
  const distinct = body && Object.fromEntries(Object.entries(body).filter(([name]) => !(name in path)))
  return { path, query: values("query"), body: distinct }
}

/** What a parameter is, as text. */
const inText = (value: unknown): string => (Array.isArray(value) ? value.join(",") : String(value))

/** The path of a request, decoded. */
const pathOf = (template: string, path: Json): string =>
  template.replace(/^\w+ /, "").replace(/\{([^}]+)\}/g, (_, name: string) => String(path[name]))

/** Lists what the description does not allow in a request, or what it lacks. */
const flawsOf = (described: Described, { body, path, query }: Parts, sent: SentWithHeaders) => {
  const { route } = described
  const expected = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, inText(value)]))
  const asked: Record<string, string> = {}
  for (const [name, value] of new URL(sent.url).searchParams) {
    const bare = name.replace(/\[\]$/, "")
    asked[bare] = bare in asked ? `${asked[bare]},${value}` : value
  }
  const schema = bodyOf(described)
  return [
    ...(`${sent.method} ${decodeURIComponent(sent.path)}` === `${route.split(" ")[0]} ${pathOf(route, path)}`
      ? []
      : [`the path is ${sent.path}`]),
    ...(JSON.stringify(asked) === JSON.stringify(expected) ? [] : [`the query is ${JSON.stringify(asked)}`]),
    ...(JSON.stringify(sent.body) ===
    JSON.stringify(body === undefined || Object.keys(body).length === 0 ? undefined : body)
      ? []
      : [`the body is ${JSON.stringify(sent.body)}`]),
    ...(schema === undefined || sent.body === undefined ? [] : check(`body ${route}`, schema, sent.body))
  ]
}

const run = async <A>(
  call: Effect.Effect<A, ForgeError, Forge>,
  respond: (request: SentWithHeaders, index: number) => Answer
) => {
  const { client, sent } = makeClient(respond)
  const result = await Effect.runPromise(Effect.result(Effect.provide(call, serviceOn(client))))
  return { result, sent }
}

const flat = ({ body, path, query }: Parts): object => ({ ...body, ...query, ...path })

/** Calls a route with all parameters. */
const called = async (described: Described, call: Call, respond: Parameters<typeof run>[1], options?: object) => {
  const input = inputOf(described)
  const payload = isUpload(described) ? { data: "hello", content_type: "text/plain" } : {}
  return { ...(await run(call(described.route, { ...flat(input), ...payload }, options), respond)), input }
}

const callOf = (described: Described): Call => (isUpload(described) ? upload : request)

const requested = all.filter((each) => !isElsewhere(each))

/** Collects what is wrong, by route. */
const collect = async (of: ReadonlyArray<Described>, problemOf: (described: Described) => Promise<unknown>) => {
  const problems: Record<string, unknown> = {}
  for (const described of of) {
    const problem = await problemOf(described)
    if (problem !== undefined) problems[described.route] = problem
  }
  return problems
}

describe("every route of the description", () => {
  it("is there", () => {
    assert.isAbove(all.length, 1_200)
    assert.isAbove(requested.length, 1_200)
    assert.isAbove(all.filter(isElsewhere).length, 5)
  })

  it("sends a request that the description allows", async () => {
    const problems = await collect(requested, async (described) => {
      const { input, sent } = await called(described, callOf(described), () => answer(400))
      const [first] = sent
      if (first === undefined || sent.length > 1) return `${sent.length} requests`
      const { body: _, ...withoutBody } = input
      const flaws = flawsOf(described, isUpload(described) ? { ...withoutBody, body: undefined } : input, {
        ...first,
        body: isUpload(described) ? undefined : first.body
      })
      if (isUpload(described) && first.body !== "hello") return `the body is ${JSON.stringify(first.body)}`
      return flaws.length === 0 ? undefined : flaws
    })
    assert.deepStrictEqual(problems, {})
  })

  it("returns its responses", async () => {
    const problems = await collect(requested, async (described) => {
      const wrong: Array<unknown> = []
      for (const status of statusesOf(described).filter((each) => successes.includes(each))) {
        const [json] = jsonOf(described, [status])
        const [media] = mediaOf(described, status).filter((each) => each !== "application/json")
        const value =
          json === undefined ? undefined : (json.examples[0] ?? valueOf(`${status} ${described.route}`, json.schema))
        const expected = json !== undefined ? value : media === undefined ? undefined : "Keep it logically awesome."
        const { result } = await called(described, callOf(described), () =>
          answer(status, expected, json === undefined && media !== undefined ? { "content-type": media } : {})
        )
        if (Result.isFailure(result)) wrong.push(result.failure.message)
        else if (JSON.stringify(result.success) !== JSON.stringify(expected)) wrong.push(result.success)
      }
      return wrong.length === 0 ? undefined : wrong
    })
    assert.deepStrictEqual(problems, {})
  })

  it("that writes succeeds without a body, unless its record is of use", async () => {
    let recordless = 0
    const problems = await collect(requested, async (described) => {
      const wrong: Array<unknown> = []
      if (described.route.startsWith("GET ")) return undefined
      for (const status of [200, 201, 202].filter((each) => statusesOf(described).includes(each))) {
        const [json] = jsonOf(described, [status])
        if (json === undefined) continue
        const isNothing = resolved(json.schema)["title"] === "Empty Object"
        // A 202 says that there is no record yet.
        if (status === 202 && !isNothing) continue
        const { result } = await called(described, callOf(described), () => answer(status))
        const found = Result.isSuccess(result) ? result.success : result.failure._tag
        if (isNothing) recordless++
        if (JSON.stringify(found) !== (isNothing ? "{}" : '"DecodeFailed"')) wrong.push({ status, found })
      }
      return wrong.length === 0 ? undefined : wrong
    })
    assert.isAbove(recordless, 15)
    assert.deepStrictEqual(problems, {})
  })

  it("downloads what it redirects to, and leaves the token behind", async () => {
    const redirected = all.filter(
      (described) => described.route.startsWith("GET ") && statusesOf(described).includes(302)
    )
    assert.isAbove(redirected.length, 10)
    const problems = await collect(redirected, async (described) => {
      const { result, sent } = await called(described, download, (_, index) =>
        index === 0
          ? answer(302, undefined, { location: "https://files.example.com/once?sig=1" })
          : answer(200, "bytes", { "content-type": "application/zip" })
      )
      const isRight = Result.isSuccess(result) && result.success === "bytes"
      const tokens = sent.map(({ headers }) => headers["authorization"] !== undefined)
      return isRight && tokens.join() === "true,false" ? undefined : { result, tokens }
    })
    assert.deepStrictEqual(problems, {})
  })
})

/** Pages with several lists: `Routes.paginate` does not take them. */
const several: ReadonlyArray<string> = [
  "GET /repos/{owner}/{repo}/commits/{ref}",
  "GET /repos/{owner}/{repo}/compare/{base}...{head}",
  "GET /repos/{owner}/{repo}/compare/{basehead}"
]

describe("every listing of the description", () => {
  const isPaged = (described: Described): boolean => {
    const [json] = jsonOf(described, [200])
    const isSized = queryOf(described).some(({ name }) => name === "per_page")
    return described.route.startsWith("GET ") && isSized && json !== undefined && !several.includes(described.route)
  }
  const paged = requested.filter(isPaged)

  it("streams the items of its pages", async () => {
    const problems = await collect(paged, async (described) => {
      const [json] = jsonOf(described, [200])
      const example = json?.examples.find((each) => listIn(each) !== undefined)
      const page = example ?? valueOf(`page ${described.route}`, json?.schema, (each) => listIn(each) !== undefined)
      const list = listIn(page) ?? []
      // The counts of the examples are not those of their items.
      const body = isJson(page) ? { ...page, total_count: undefined } : page
      const { path, query } = inputOf(described)
      const { page: _, per_page: __, ...others } = query
      const stream = paginate(described.route, { ...others, ...path })
      const { result, sent } = await run(Stream.runCollect(stream), ({ url }, index) =>
        answer(200, body, index === 0 ? { link: `<${url}&page=2>; rel="next", <${url}&page=2>; rel="last"` } : {})
      )
      if (Result.isFailure(result)) return result.failure.message
      if (JSON.stringify(result.success) !== JSON.stringify([...list, ...list])) return result.success
      const size = queryOf(described).find(({ name }) => name === "per_page")
      const flaws = check(`size ${described.route}`, size?.schema, Number(sent[0]?.query["per_page"]))
      return flaws.length === 0 ? undefined : flaws
    })
    assert.isAbove(paged.length, 250)
    assert.deepStrictEqual(problems, {})
  })
})
