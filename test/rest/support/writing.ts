/** A comment to write once, and a service with a script. */
import * as Effect from "effect/Effect"
import * as Issues from "../../../src/forge/Issues.ts"
import type * as Forge from "../../../src/forge/Forge.ts"
import * as Mark from "../../../src/rest/Mark.ts"
import * as Write from "../../../src/rest/Write.ts"
import { type Answer, type Http, type Lost, scripted, type Sent } from "./http.ts"
import { type Parts, service } from "./things.ts"
import { begin, httpDate, pass, type Running, start } from "./time.ts"

export const issue = { owner: "acme", repo: "web", issue_number: 1 }
export const key = "thanks-1"
export const mark = Mark.of(key)

export const commentOf = (id: number, body = `Thanks.\n\n${mark}`) => ({
  id,
  node_id: `IC_${id}`,
  url: `https://api.github.com/repos/acme/web/issues/comments/${id}`,
  issue_url: "https://api.github.com/repos/acme/web/issues/1",
  html_url: `https://github.com/acme/web/issues/1#issuecomment-${id}`,
  body,
  created_at: new Date(Date.parse(httpDate(0))).toISOString(),
  updated_at: new Date(Date.parse(httpDate(0))).toISOString()
})

export const created = (id: number): Answer => ({ status: 201, json: commentOf(id) })

export const listed = (...ids: ReadonlyArray<number>): Answer => ({ json: ids.map((id) => commentOf(id)) })

export const comment = (options?: Partial<Write.Options>) =>
  Write.once(Issues.createComment, { ...issue, body: "Thanks." }, { key, ...options })

/** Answers writes and reads from a script each, and repeats the last answer. */
export const answering = (writes: ReadonlyArray<Answer | Lost>, reads: ReadonlyArray<Answer | Lost>): Http => {
  const counts = { writes: 0, reads: 0 }
  const turn = (script: ReadonlyArray<Answer | Lost>, name: keyof typeof counts): Answer | Lost =>
    script[Math.min(counts[name]++, script.length - 1)] ?? { status: 500 }
  return scripted(({ method }) => (method === "GET" ? turn(reads, "reads") : turn(writes, "writes")))
}

export const writesOf = ({ sent }: Http): ReadonlyArray<Sent> => sent.filter(({ method }) => method !== "GET")
export const readsOf = ({ sent }: Http): ReadonlyArray<Sent> => sent.filter(({ method }) => method === "GET")

/** Runs an effect to its end, within ten minutes. */
export const run = Effect.fnUntraced(function* <A, E>(
  effect: Effect.Effect<A, E, Forge.Forge>,
  http: Http,
  parts?: Parts
) {
  yield* begin
  const running: Running<A, E> = yield* start(Effect.provide(effect, service(http, parts)))
  for (let steps = 0; running.exit() === undefined && steps < 2_400; steps++) yield* pass("250 millis")
  const exit = running.exit()
  if (exit === undefined) throw new Error("it does not end")
  return exit
})
