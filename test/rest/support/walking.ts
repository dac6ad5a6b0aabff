/** Walks through listings of a scripted service. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Forge } from "../../../src/forge/Forge.ts"
import { type Http, type Script, scripted } from "./http.ts"
import { pageOf } from "./listing.ts"
import * as Things from "./things.ts"
import { begin, pass, start } from "./time.ts"

/** The numbers of all things, ten at a time. */
export const ids = Stream.map(Things.list({ per_page: 10 }), ({ id }) => id)

/** The numbers of the requested pages, in the order of the requests. */
export const asked = (http: Http) => http.sent.map(({ path }) => pageOf(path))

/** Runs a program to its end, however long it waits. */
export const run = <A, E>(script: Script, program: Effect.Effect<A, E, Forge>) =>
  Effect.gen(function* () {
    yield* begin
    const http = scripted(script)
    const service = yield* Layer.build(Things.service(http))
    const running = yield* start(Effect.provide(program, service))
    yield* pass("1 hour")
    return { http, exit: running.exit() ?? assert.fail("it never ends"), endedAt: running.endedAt() }
  })

/** The items of a stream, and the failure after them. */
export const collect = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
  Effect.suspend(() => {
    const items: Array<A> = []
    return Stream.runForEach(stream, (item) => Effect.sync(() => void items.push(item))).pipe(
      Effect.match({ onFailure: (error) => ({ items, error }), onSuccess: () => ({ items, error: undefined }) })
    )
  })
