/** A GitHub whose client dies at one of its requests, as a process does that is killed. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as Transport from "../../../src/rest/Transport.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"

/** Before the service has the request, or after it has acted. */
export type When = "before" | "after"

/** Where a process dies: at its `nth` request, counted from 1. */
export interface Death {
  readonly nth: number
  readonly when: When
}

/**
 * Runs an effect as a process of its own, with a new client of the simulated service, until it ends or dies. A process
 * that dies returns undefined.
 */
export const process = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  death?: Death
): Effect.Effect<Exit.Exit<A, E> | undefined, never, Exclude<R, Forge.Forge> | HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const dead = yield* Deferred.make<undefined>()
    let sent = 0
    const die = Effect.andThen(Deferred.succeed(dead, undefined), Effect.never)
    const client = HttpClient.transform(yield* HttpClient.HttpClient, (response) => {
      sent++
      if (sent !== death?.nth) return response
      return death.when === "before" ? die : Effect.andThen(Effect.exit(response), die)
    })
    const forge = Forge.layer().pipe(
      Layer.provide([
        Layer.succeed(HttpClient.HttpClient, client),
        Credentials.layerToken(Redacted.make(ForgeSimulator.token)),
        Transport.inMemory
      ])
    )
    return yield* Effect.raceFirst(Effect.exit(Effect.provide(effect, forge)), Deferred.await(dead))
  })
