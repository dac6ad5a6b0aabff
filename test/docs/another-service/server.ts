/** A depot on a loopback port: what docs/examples/another-service is a client of. It keeps artifacts in memory. */
import * as Crypto from "node:crypto"
import * as Effect from "effect/Effect"
import { answer, json } from "../../rest/loopback/support/answers.ts"
import { type Answer, type Received, serve } from "../../rest/loopback/support/server.ts"

export const key = "depot-key-1234567890"

interface Artifact {
  readonly name: string
  readonly size: number
  readonly digest: string
  readonly channel: string
  readonly stored_at: string
}

/** How the next requests are answered, in place of the depot. */
export interface Depot {
  readonly origin: string
  readonly requests: ReadonlyArray<Received>
  readonly artifacts: Map<string, Artifact>
  readonly script: Array<Answer>
  /** What is left in the window, which ends a number of milliseconds later. */
  readonly window: { left: number; endsIn: number }
}

const problem = (status: number, code: string, detail: string, more: object = {}): Answer =>
  json(status, { error: { code, detail, ...more } }, { "x-depot-request": "d-1" })

/** Pages of the depot have a cursor, which is a position in disguise. */
const cursorOf = (position: number): string => Buffer.from(`at ${position}`).toString("base64")
const positionOf = (cursor: string | null): number =>
  cursor === null ? 0 : Number(Buffer.from(cursor, "base64").toString().slice(3))

const listed = (artifacts: ReadonlyArray<Artifact>, query: URLSearchParams): object => {
  const channel = query.get("channel")
  const all = artifacts.filter((artifact) => channel === null || artifact.channel === channel)
  const from = positionOf(query.get("after"))
  const to = from + Number(query.get("limit") ?? 20)
  return { artifacts: all.slice(from, to), count: all.length, next: to < all.length ? cursorOf(to) : null }
}

const stored = (artifacts: Map<string, Artifact>, name: string, body: string): Answer => {
  const digest = `sha256:${Crypto.createHash("sha256").update(body).digest("hex")}`
  const existing = artifacts.get(name)
  if (existing !== undefined && existing.digest !== digest) {
    return problem(409, "name_taken", `there is another ${name}`, { existing: existing.digest })
  }
  const artifact = existing ?? {
    name,
    size: Buffer.byteLength(body),
    digest,
    channel: "nightly",
    stored_at: "2026-02-01T10:00:00Z"
  }
  artifacts.set(name, artifact)
  return json(201, artifact)
}

const respond = (artifacts: Map<string, Artifact>, { body, headers, method, path }: Received): Answer => {
  if (headers["x-depot-key"] !== key) return problem(401, "no_key", "the key is missing or wrong")
  const url = new URL(path, "http://depot")
  const [, , project, , name = "", promotion] = url.pathname.split("/").map(decodeURIComponent)
  if (project !== "web") return problem(404, "no_project", `there is no project ${project}`)
  if (name === "") return json(200, listed([...artifacts.values()], url.searchParams))
  if (method === "PUT") return stored(artifacts, name, body)
  const artifact = artifacts.get(name)
  if (artifact === undefined) return problem(404, "no_artifact", `there is no ${name}`)
  if (method === "DELETE") {
    artifacts.delete(name)
    return answer(204)
  }
  if (promotion === undefined) return json(200, artifact)
  const promoted = { ...artifact, ...(JSON.parse(body) as Pick<Artifact, "channel">) }
  artifacts.set(name, promoted)
  return json(200, promoted)
}

/** Serves a depot with a number of artifacts. */
export const serveDepot = (count: number) =>
  Effect.gen(function* () {
    const artifacts = new Map<string, Artifact>()
    for (let number = 1; number <= count; number++) {
      const name = `app-${number}.zip`
      const channel = number % 2 === 0 ? "stable" : "nightly"
      artifacts.set(name, {
        name,
        size: number,
        digest: `sha256:${number}`,
        channel,
        stored_at: "2026-02-01T10:00:00Z"
      })
    }
    const script: Array<Answer> = []
    const window = { left: 100, endsIn: 10_000 }
    const { origin, requests } = yield* serve((request) => (response, received) => {
      response.setHeader("x-depot-limit", 100)
      response.setHeader("x-depot-left", window.left)
      response.setHeader("x-depot-window-ends-in", window.endsIn)
      const next = script.shift() ?? respond(artifacts, request)
      next(response, received)
    })
    const depot: Depot = { origin, requests, artifacts, script, window }
    return depot
  })
