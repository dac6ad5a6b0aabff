/**
 * Runs a table of hostile servers. Each call ends soon, with a typed result, and no connection stays open that cannot be
 * used again.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Forge } from "../../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../../src/forge/ForgeError.ts"
import * as Transport from "../../../../src/rest/Transport.ts"
import { eventually, forge, ticking, transports } from "../support/client.ts"
import { ping } from "../support/records.ts"
import { type Behaviour, rawServer } from "./rawServer.ts"

/** The tag of the error that a call ends with, or what it succeeds with. */
export type Outcome = ForgeError["_tag"] | { readonly value: unknown }

export interface Row {
  readonly name: string
  readonly behave: Behaviour
  readonly ends: Outcome
  /** The outcome on clients that decompress. Default: the same. */
  readonly endsDecompressed?: Outcome
  /** What the message of the error says. */
  readonly says?: string
  /** Default: a read whose response is decoded. */
  readonly call?: Effect.Effect<unknown, ForgeError, Forge>
  /** Whether the connection may be used again. */
  readonly isKept?: boolean
}

export const limit = 2 ** 20

/** What the buffers of both sides hold, beside the bytes that a client has read. */
const buffers = 16 * 2 ** 20

const timeouts = { head: "400 millis", silence: "400 millis" } as const

const outcomeOf = (result: Result.Result<unknown, ForgeError>): Outcome =>
  Result.isSuccess(result) ? { value: result.success } : result.failure._tag

export const runTable = (rows: ReadonlyArray<Row>): void => {
  describe.each(transports)("on %s", (name, client) => {
    it.effect.each(rows)(
      "$name",
      ({ behave, call = ping({}), ends, endsDecompressed = ends, isKept = false, says = "" }) =>
        ticking(
          Effect.gen(function* () {
            const server = yield* rawServer(behave)
            yield* Effect.gen(function* () {
              const result = yield* call.pipe(
                Effect.provideService(Transport.CallTimeout, "1500 millis"),
                Effect.provideService(Transport.LowestSpeed, { bytesPerSecond: 10_000, over: "1 second" }),
                Effect.provideService(Transport.ResponseLimit, limit),
                Effect.result,
                // The policies end it long before.
                Effect.timeout("5 minutes"),
                Effect.orDie
              )
              assert.deepStrictEqual(outcomeOf(result), name === "undici" ? ends : endsDecompressed)
              if (Result.isFailure(result)) assert.include(result.failure.message, says)
              if (isKept) return
              yield* eventually("the connections are closed", () => server.open === 0)
              if (ends === "ResponseTooLarge") assert.isBelow(server.taken, limit + buffers)
            }).pipe(Effect.provide(forge(server.origin, { client, timeouts, maxWait: 200, retry: { attempts: 1 } })))
          })
        )
    )
  })
}
