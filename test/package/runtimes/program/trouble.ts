/** Errors, timeouts and interruption. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Issues from "forgecast/forge/Issues"
import * as Labels from "forgecast/forge/Labels"
import * as RateLimit from "forgecast/rest/RateLimit"
import * as Transport from "forgecast/rest/Transport"
import type { Given } from "./setting.ts"

const repo = { owner: "octo", repo: "web" }

const first = { ...repo, issue_number: 1 }

export const refuses = ({ closed, forge }: Given) =>
  Effect.gen(function* () {
    const missing = yield* Effect.flip(Issues.get({ ...repo, issue_number: 999 }))
    const taken = yield* Effect.flip(Labels.create({ ...repo, name: "bug" }))
    const nothing = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge("octo", closed)))
    return [
      missing._tag,
      taken._tag === "ValidationFailed" && taken.alreadyExists,
      nothing._tag === "TransportFailed" && nothing.mayHaveArrived
    ]
  }).pipe(Effect.provide(forge("octo")))

/** The headers of a limit can be read. */
export const limits = ({ forge, host }: Given) =>
  Effect.gen(function* () {
    yield* host.act("limit")
    const error = yield* Effect.flip(Issues.get(first))
    if (error._tag !== "RateLimited") return error._tag
    const seconds = (DateTime.toEpochMillis(error.retryAt) - Date.now()) / 1_000
    return [error.kind, Math.round(seconds / 60)]
  }).pipe(Effect.provideService(RateLimit.MaxWait, 0), Effect.provide(forge("octo")))

export const interrupts = ({ forge, host, silent }: Given) =>
  Effect.gen(function* () {
    const before = yield* host.abandoned
    const result = yield* Issues.get(first).pipe(
      Effect.timeoutOption(1_000),
      Effect.map(({ _tag }) => _tag),
      Effect.provide(forge("anonymous", silent))
    )
    return [result, yield* host.abandonedSince(before)]
  })

export const timesOut = ({ forge, host, silent }: Given) =>
  Effect.gen(function* () {
    const before = yield* host.abandoned
    const error = yield* Effect.flip(Issues.get(first)).pipe(
      Effect.provideService(Transport.RequestTimeouts, { head: 1_000, silence: 1_000 }),
      Effect.provide(forge("anonymous", silent))
    )
    return [
      error._tag,
      error.message.includes("waited 1000 ms for the head of the response"),
      yield* host.abandonedSince(before)
    ]
  })
