/** A program on top of the library, which sees only its declarations: the inferred types must still be there. */
import type { NotFound } from "forgecast/rest/RestError"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { AnyOf } from "./any.ts"
import * as Library from "./library.js"

export const none: never[] = [] as Array<AnyOf<"library", typeof Library>>

export const deploying = Effect.gen(function* () {
  const { id, ref } = yield* Library.getDeployment({ owner: "acme", repo: "web", deployment_id: 1 })
  const created = yield* Library.createDeployment({ owner: "acme", repo: "web", ref })
  const all = yield* Stream.runCollect(Library.listDeployments({ owner: "acme", repo: "web" }))
  // @ts-expect-error a deployment has no such field
  void created.sha
  // @ts-expect-error an id is a number
  yield* Library.getDeployment({ owner: "acme", repo: "web", deployment_id: "1" })
  return all.length + id
})

export const missing: Effect.Effect<number | NotFound, unknown, unknown> = Effect.catchTag(
  deploying,
  "NotFound",
  Effect.succeed
)

export const weather = Effect.gen(function* () {
  const { current, hourly } = yield* Library.forecast
  const temperatures: Float64Array = hourly.temperature_2m
  // @ts-expect-error it was not asked for
  void hourly.rain
  const rain: number | null = current.rain
  return temperatures.length + (rain ?? 0)
})
