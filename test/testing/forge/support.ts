/** Plain HTTP to the simulator through Effect's client, without our own client in between. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpMethod } from "effect/http/HttpMethod"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The body as parsed JSON; undefined if it is not JSON. */
  readonly json: unknown
}

/**
 * Returns the value at a path in JSON; undefined if there is none. `"*"` continues with every item of a list:
 * `dig(issue, "labels", "*", "name")` returns the names of its labels.
 */
export const dig = (json: unknown, ...path: ReadonlyArray<string | number>): unknown => {
  const [step, ...rest] = path
  if (step === undefined || json === undefined || json === null) return json
  if (step === "*") return Array.isArray(json) ? json.map((item: unknown) => dig(item, ...rest)) : undefined
  return dig((json as Readonly<Record<string | number, unknown>>)[step], ...rest)
}

export interface Options {
  readonly body?: unknown
  readonly text?: string
  /** Null sends no token. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly baseUrl?: string
}

/** `send("PATCH /repos/acme/web/issues/1", { body: { state: "closed" } })` */
export const send = Effect.fnUntraced(function* (wire: string, options: Options = {}) {
  const client = yield* HttpClient.HttpClient
  const space = wire.indexOf(" ")
  const path = wire.slice(space + 1)
  const url = path.startsWith("http") ? path : `${options.baseUrl ?? "https://api.github.com"}${path}`
  const { token = ForgeSimulator.token } = options
  const text = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = yield* HttpClientRequest.make(wire.slice(0, space) as HttpMethod)(url, {
    headers: {
      "user-agent": "test",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...options.headers
    }
  }).pipe(
    text === undefined ? (request) => request : HttpClientRequest.bodyText(text, "application/json"),
    client.execute
  )
  const body = yield* response.text
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true && body !== ""
  const reply: Reply = {
    status: response.status,
    headers: response.headers,
    text: body,
    json: isJson ? JSON.parse(body) : undefined
  }
  return reply
})

/** A repository with two labels, a milestone, two collaborators and three issues, one of them a pull request. */
export const web: ForgeSimulator.RepositorySeed = {
  owner: "acme",
  name: "web",
  collaborators: { octo: "write", tri: "triage" },
  labels: [{ name: "bug", color: "d73a4a", description: "Something isn't working" }, "ui"],
  milestones: [{ title: "v1", due_on: "2030-01-01T00:00:00Z" }],
  issues: [
    {
      title: "First",
      body: "It rains in",
      user: "ada",
      labels: ["bug"],
      comments: ["Yes", { body: "No", user: "ada" }]
    },
    { title: "Second", labels: ["bug", "ui"], assignees: ["octo"], milestone: "v1" },
    { title: "Third", user: "octo", pull_request: true }
  ]
}

export const seed: ForgeSimulator.Seed = {
  repositories: [web],
  tokens: { [ForgeSimulator.token]: "octo", acme: "acme", tri: "tri", ada: "ada" }
}

export const layer = ForgeSimulator.layerHttpClient(seed)

export const repo = "/repos/acme/web"
