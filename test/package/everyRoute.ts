/**
 * Writes the module of every route, and calls each operation: with inputs that the description allows, against responses
 * that are its examples, or made by its schemas. Prints what is wrong.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as Description from "../../src/command/add/description.ts"
import { moduleText, project } from "../../src/command/add/module.ts"
import { type Declared, declaredOf, exampleOf } from "../../src/command/add/route.ts"
import { inputOf } from "../../src/command/add/sample.ts"
import { testText } from "../../src/command/add/test.ts"
import * as Forge from "forgecast/forge/Forge"
import * as Credentials from "forgecast/rest/Credentials"
import * as Transport from "forgecast/rest/Transport"
import { instanceOf, type Mode, modes } from "./instances.ts"

const [folder = ""] = process.argv.slice(2)
const file = new URL(import.meta.resolve("@octokit/openapi/generated/api.github.com.json"))
const description = Description.make(JSON.parse(Fs.readFileSync(file, "utf8")) as Description.Json)

interface Sent {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What is answered, and what was sent. */
let answer = { status: 200, body: "" }
const requests: Array<Sent> = []

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): unknown =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : undefined

const client = HttpClient.make((request, url) => {
  requests.push({
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: bodyOf(request)
  })
  const isEmpty = answer.status === 204 || answer.status === 205
  return Effect.succeed(
    HttpClientResponse.fromWeb(request, new Response(isEmpty ? null : answer.body, { status: answer.status }))
  )
})

const layer = Forge.layer().pipe(
  Layer.provide([Layer.succeed(HttpClient.HttpClient, client), Credentials.layerAnonymous, Transport.inMemory])
)

type Call = (input: object) => unknown

/** Calls an operation, whatever its kind. */
const run = ({ kind }: Declared, call: Call, input: object): Effect.Effect<unknown, unknown, Forge.Forge> => {
  const made = kind === "upload" ? call({ ...input, data: "data", content_type: "text/plain" }) : call(input)
  return (Stream.isStream(made) ? Stream.runCollect(made) : made) as Effect.Effect<unknown, unknown, Forge.Forge>
}

const complaints: Array<string> = []
let calls = 0

/** The parameters in a place, by the description. */
const parametersOf = ({ route }: Declared, place: string, mode: Mode): Record<string, unknown> =>
  Object.fromEntries(
    Description.listOf(route.official["parameters"])
      .map((each) => description.resolved(each))
      .filter((each) => each["in"] === place && (place === "path" || mode.isFull || each["required"] === true))
      .map((each) => [String(each["name"]), instanceOf(description, each["schema"], mode)])
  )

/** The bodies of requests that the description allows. */
const bodiesOf = ({ kind, route }: Declared, mode: Mode): ReadonlyArray<Description.Json> => {
  if (kind === "upload") return [{}]
  const media = Description.under(description.resolved(route.official["requestBody"]), "content", "application/json")
  if (media["schema"] === undefined) return [{}]
  const made = instanceOf(description, media["schema"], mode)
  const examples = Object.values(Description.under(media, "examples")).map((each) => exampleOf(description, each))
  return [made, ...(mode === modes[0] ? examples : [])].filter(Description.isJson)
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? "undefined").slice(0, 900)

/** Examples have fields that are not described: what was sent lacks them. */
const isSame = (one: unknown, other: unknown, isExample: boolean): boolean => {
  if (typeof one === "string" && typeof other === "string" && /^\d{4}-\d\d-\d\dT/.test(one)) {
    return Date.parse(one) === Date.parse(other)
  }
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return one === other
  const names = new Set([...Object.keys(one), ...(isExample ? [] : Object.keys(other))])
  return [...names].every((each) =>
    isSame((one as Description.Json)[each], (other as Description.Json)[each], isExample)
  )
}

const expected = (declared: Declared, path: object, query: object, body: Description.Json): Sent => {
  const { kind, route } = declared
  const filled = Object.entries(path).reduce(
    (text, [name, value]) =>
      text.replace(
        `{${name}}`,
        String(value)
          .split("/")
          .map(encodeURIComponent)
          .join(declared.manySegments.includes(name) ? "/" : "%2F")
      ),
    route.path
  )
  const all = { ...query, ...(kind === "listing" && !("per_page" in query) ? { per_page: 100 } : {}) }
  const parameters = Object.entries(all).flatMap(([name, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return []
    if (!Array.isArray(value)) return [[name, String(value)]]
    return [declared.repeated.includes(name) ? [`${name}[]`, String(value.at(-1))] : [name, value.join(",")]]
  })
  const hasBody = declared.body.length > 0
  return {
    method: route.method,
    path: filled,
    query: Object.fromEntries(parameters) as Record<string, string>,
    body: kind === "upload" ? "data" : hasBody ? body : undefined
  }
}

const checkRequests = Effect.fnUntraced(function* (declared: Declared, call: Call) {
  const seen = new Set<string>()
  for (const mode of modes) {
    if (mode.isNew) continue
    const path = parametersOf(declared, "path", { ...mode, isNull: false })
    const query = parametersOf(declared, "query", mode)
    for (const [index, body] of bodiesOf(declared, mode).entries()) {
      const renamed = Object.entries(declared.sentAs).map(([name, as]) => [name, body[as]] as const)
      const own = Object.fromEntries(
        Object.entries(body).filter(([name]) => !Object.values(declared.sentAs).includes(name))
      )
      const input = {
        ...path,
        ...query,
        ...own,
        ...Object.fromEntries(renamed.filter(([, value]) => value !== undefined))
      }
      const key = JSON.stringify(input)
      if (seen.has(key)) continue
      seen.add(key)
      const { page: _, ...given } = input as Description.Json
      requests.length = 0
      calls++
      answer = { status: 418, body: "" }
      const { page: __, ...queried } = query
      const result = yield* Effect.result(run(declared, call, declared.kind === "listing" ? given : input))
      const wanted = expected(declared, path, declared.kind === "listing" ? queried : query, body)
      const [received] = requests
      const parsed = received === undefined ? undefined : { ...received, body: parsedBody(received.body) }
      // An example may have fields that are not described, which an input may not.
      const isUndescribed = Result.isFailure(result) && /is not a field of the input/.test(shown(result.failure))
      if (parsed === undefined && index > 0 && isUndescribed) continue
      if (parsed === undefined)
        complaints.push(
          `${name(declared)} takes ${shown(input)}: ${shown(Result.isFailure(result) ? result.failure : "")}`
        )
      else if (!isSame(parsed, wanted, index > 0))
        complaints.push(`${name(declared)} sends ${shown(parsed)}\n  not ${shown(wanted)}`)
    }
  }
})

const parsedBody = (body: unknown): unknown => {
  try {
    return JSON.parse(String(body)) as unknown
  } catch {
    return body
  }
}

const name = ({ category, operation }: Declared): string => `${category}.${operation}`

/** The successes that the description has, by its examples and by its schemas. */
const answersOf = ({ kind, route }: Declared): ReadonlyArray<{ readonly status: number; readonly body: string }> => {
  const responses = Object.entries(Description.under(route.official, "responses")).filter(([status]) =>
    /^2\d\d$/.test(status)
  )
  if (kind === "download") return [{ status: 200, body: "bytes" }]
  if (route.path === "/tree") return [{ status: 200, body: JSON.stringify(node([{ node: node([{}]) }])) }]
  return responses.flatMap(([status, given]) => {
    const contents = Object.entries(Description.under(description.resolved(given), "content"))
    const [type, media] = contents[0] ?? []
    if (type === undefined) return [{ status: Number(status), body: "" }]
    const { examples, schema } = Description.under({ media }, "media")
    const recorded = Object.values(Description.under({ examples }, "examples")).flatMap((each) => {
      const value = exampleOf(description, each)
      return value === undefined ? [] : listed(description.resolved(schema), value)
    })
    const isJson = type.endsWith("json")
    const bodies = isJson ? [...recorded, ...modes.map((mode) => instanceOf(description, schema, mode))] : ["text"]
    return [...new Set(bodies.map((body) => (isJson ? JSON.stringify(body) : String(body))))].map((body) => ({
      status: Number(status),
      body
    }))
  })
}

/** The examples of some lists are one item, and those of some objects are lists, which no value can be. */
const listed = (schema: Description.Json, value: unknown): ReadonlyArray<unknown> => {
  if (schema["type"] === "array") return [Array.isArray(value) ? value : [value]]
  // In one of them, `"..."` stands for more items.
  const items = Description.listOf(Description.under({ value }, "value")["items"])
  if (items[0] === "...") return []
  return Array.isArray(value) && schema["type"] === "object"
    ? []
    : [Description.isJson(value) ? complete(value) : value]
}

/** Examples of pages that are not the last one have no link to the next. */
const complete = (value: Description.Json): Description.Json => {
  const list = Object.values(value).find(Array.isArray)
  return "total_count" in value && list !== undefined ? { ...value, total_count: list.length } : value
}

const checkResponses = Effect.fnUntraced(function* (declared: Declared, call: Call) {
  const [least] = modes
  if (least === undefined) return
  const [body = {}] = bodiesOf(declared, least)
  const input = { ...body, ...parametersOf(declared, "query", least), ...parametersOf(declared, "path", least) }
  for (const each of answersOf(declared)) {
    answer = each
    calls++
    const result = yield* Effect.result(run(declared, call, input))
    // A search that is not complete says so after its items.
    const isIncomplete = Result.isFailure(result) && /"incomplete_results":true/.test(each.body)
    if (Result.isFailure(result) && !isIncomplete) {
      complaints.push(`${name(declared)} reads ${each.status} ${shown(result.failure)} of ${each.body.slice(0, 200)}`)
    }
  }
})

/** The input of the test that is written takes, too. */
const checkSample = Effect.fnUntraced(function* (declared: Declared, call: Call) {
  requests.length = 0
  answer = { status: 418, body: "" }
  const input = inputOf(description, declared)
  yield* Effect.result(run(declared, call, input))
  if (requests.length === 0) complaints.push(`${name(declared)} does not take ${shown(input)}`)
})

const write = (file: string, text: string): string => {
  const path = Path.join(folder, file)
  Fs.writeFileSync(path, text)
  return path
}

/** GitHub describes no record that contains itself: a tree, whose nodes lead to each other in two ways. */
const tree = Description.make({
  info: { version: "1" },
  paths: {
    "/tree": {
      get: {
        operationId: "trees/get",
        responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/node" } } } } }
      }
    }
  },
  components: {
    schemas: {
      node: {
        type: "object",
        required: ["name", "made_at", "leaves"],
        properties: {
          name: { type: "string" },
          made_at: { type: "string", format: "date-time" },
          kind: { type: "string", enum: ["a", "b"] },
          leaves: { type: "array", items: { $ref: "#/components/schemas/leaf" } }
        }
      },
      leaf: { type: "object", properties: { node: { $ref: "#/components/schemas/node" } } }
    }
  }
})

const node = (leaves: ReadonlyArray<unknown>) => ({ name: "a", made_at: "2026-01-31T12:34:56Z", kind: "c", leaves })

const all = [
  ...description.routes.map((route) => declaredOf(description, route)),
  ...tree.routes.map((route) => declaredOf(tree, route))
]

const program = Effect.gen(function* () {
  for (const [index, declared] of all.entries()) {
    const text = moduleText(declared, project)
    const path = write(`${name(declared)}.ts`, text)
    // Tests are alike: one of many is enough.
    if (index % 40 === 0) {
      const test = testText(description, declared, "node:test", ".ts")
      write(`${name(declared)}.test.ts`, test.replace(`./${declared.operation}.ts`, `./${name(declared)}.ts`))
    }
    const module = (yield* Effect.promise(() => import(pathToFileURL(path).href))) as Readonly<Record<string, Call>>
    const call = module[declared.operation]
    if (call === undefined) {
      complaints.push(`${name(declared)} is not there`)
      continue
    }
    yield* checkResponses(declared, call)
    yield* checkSample(declared, call)
    yield* checkRequests(declared, call)
  }
})

await program.pipe(Effect.provide(layer), Effect.runPromise)
console.log(JSON.stringify({ routes: description.routes.length, calls, complaints }))
