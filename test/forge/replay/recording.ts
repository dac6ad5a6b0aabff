/** The service's recorded traffic in the npm package `@octokit/fixtures`, and an HTTP client that replays it. */
import * as Fs from "node:fs"
import { createRequire } from "node:module"
import * as Path from "node:path"
import { isDeepStrictEqual } from "node:util"
import { type Answer, answer, makeClient, type SentWithHeaders, serviceOn } from "../support/wire.ts"

const root = Path.join(
  Path.dirname(createRequire(import.meta.url).resolve("@octokit/fixtures/package.json")),
  "scenarios/api.github.com"
)

/** Raw: as recorded, with the preparation of the scenario. Normalized: with made-up ids, dates and names. */
export type Kind = "raw" | "normalized"

export const kinds: ReadonlyArray<Kind> = ["raw", "normalized"]

export const scenarios: ReadonlyArray<string> = Fs.readdirSync(root).toSorted()

/** A request with its response, in the format of the package. */
interface Fixture {
  readonly scope: string
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly status: number
  readonly response: unknown
  readonly headers?: Readonly<Record<string, string | number>>
  readonly rawHeaders?: ReadonlyArray<string>
}

export interface Exchange {
  readonly request: Request
  readonly answer: Answer
}

/**
 * The part of a recorded request that ours must match, without the order of query parameters and of a body's fields;
 * `per_page=100`, which we send where the recorded clients left it to the service; a body without fields, which we send
 * where they sent none; and all headers, because those clients used an older media type and another authorization.
 */
export interface Request {
  readonly method: string
  readonly url: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

const requestOf = (method: string, url: URL, body: unknown): Request => {
  const query = Object.fromEntries(url.searchParams)
  if (query["per_page"] === "100") delete query["per_page"]
  const isEmpty = body === "" || body === undefined || JSON.stringify(body) === "{}"
  return { method, url: url.origin + url.pathname, query, body: isEmpty ? undefined : ordered(body) }
}

const ordered = (body: unknown): unknown =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : body

const pairs = (flat: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ""] as const] : []))

/** The recorded lengths and encodings are those of the recorded bytes. */
const ofTheBytes = new Set(["content-length", "content-encoding", "transfer-encoding", "connection"])

const headersOf = ({ headers = {}, rawHeaders = [] }: Fixture): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...Object.entries(headers), ...pairs(rawHeaders)]
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => !ofTheBytes.has(name))
  )

/** The exchanges of a scenario, in order. */
export const recording = (scenario: string, kind: Kind): ReadonlyArray<Exchange> => {
  const text = Fs.readFileSync(Path.join(root, scenario, `${kind}-fixture.json`), "utf8")
  // Files of a pinned package, with a known shape.
  const fixtures = JSON.parse(text) as ReadonlyArray<Fixture>
  return fixtures.map((fixture) => ({
    request: requestOf(fixture.method.toUpperCase(), new URL(fixture.scope + fixture.path), fixture.body),
    answer: answer(fixture.status, fixture.response === "" ? undefined : fixture.response, headersOf(fixture))
  }))
}

/** Replays each exchange once, for the request it was recorded for. */
export const play = (exchanges: ReadonlyArray<Exchange>) => {
  const left = [...exchanges]
  const respond = ({ body, method, url }: SentWithHeaders): Answer => {
    const asked = requestOf(method, new URL(url), body)
    // The order of fields does not matter.
    const index = left.findIndex(({ request }) => isDeepStrictEqual(request, asked))
    const [played] = index < 0 ? [] : left.splice(index, 1)
    if (played === undefined) {
      throw new Error(
        `not recorded: ${JSON.stringify(asked)}; left are ${JSON.stringify(left.map(({ request }) => request))}`
      )
    }
    return played.answer
  }
  const { client, sent } = makeClient(respond)
  return {
    service: serviceOn(client),
    sent,
    /** The exchanges that are left. */
    left: (): ReadonlyArray<Request> => left.map(({ request }) => request)
  }
}

export const playScenario = (scenario: string) => play(recording(scenario, "normalized"))
