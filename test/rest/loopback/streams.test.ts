/** Calls and listings that end early, over real HTTP: what they asked for stops with them. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as Issues from "../../../src/forge/Issues.ts"
import { half, json, silence } from "./support/answers.ts"
import { eventually, forge, onEachTransport, timed } from "./support/client.ts"
import { first, issue, repo } from "./support/records.ts"
import { type Received, type Script, serve } from "./support/server.ts"

const perPage = 2

const numberOf = ({ origin, path }: Received) => Number(new URL(path, origin).searchParams.get("page") ?? 1)

/** A listing of 50 pages, of which the first two arrive. */
const pages: Script = (request) => {
  const page = numberOf(request)
  const link = (to: number, rel: string) => `<${request.origin}/issues?per_page=${perPage}&page=${to}>; rel="${rel}"`
  const items = [1, 2].map((index) => issue((page - 1) * perPage + index))
  return page > 2 ? silence : json(200, items, { link: `${link(page + 1, "next")}, ${link(50, "last")}` })
}

const listing = Stream.map(Issues.list({ ...repo, per_page: perPage }), ({ number }) => number)

onEachTransport((client) => {
  it.live("a stream that ends early stops its requests", () =>
    Effect.gen(function* () {
      const server = yield* serve(pages)
      const read = yield* Stream.runCollect(Stream.take(listing, 3)).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual(read, [1, 2, 3])
      // Those already sent still arrive.
      yield* Effect.sleep(50)
      yield* eventually("their connections are closed", () => server.abandoned === server.requests.length - 2)
      // The first page, and those read ahead.
      assert.isAtMost(server.requests.length, 1 + 8)
    })
  )

  it.live("an interrupted call closes its connection, before the head and within the body", () =>
    Effect.gen(function* () {
      for (const answer of [silence, half(issue(1), "silence")]) {
        const server = yield* serve(() => answer)
        const fiber = yield* Issues.get(first).pipe(Effect.provide(forge(server.origin, { client })), Effect.forkChild)
        yield* eventually("it is asked", () => server.requests.length === 1)
        yield* Effect.sleep(20)
        yield* Fiber.interrupt(fiber)
        yield* eventually("the connection is closed", () => server.abandoned === 1)
        assert.strictEqual(server.requests.length, 1)
      }
    })
  )

  timed("a call that loses a race, or times out, closes its connection", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => silence)
      const raced = Effect.raceFirst(
        Issues.get(first),
        eventually("it is asked", () => server.requests.length === 1)
      )
      const bounded = Effect.timeoutOption(Issues.createComment({ ...first, body: "It rains in" }), "300 millis")
      yield* Effect.andThen(raced, bounded).pipe(Effect.provide(forge(server.origin, { client })))
      yield* eventually("the connections are closed", () => server.abandoned === 2)
      assert.strictEqual(server.requests.length, 2)
    })
  )
})
