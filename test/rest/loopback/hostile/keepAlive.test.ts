/** What a server writes onto a connection that nobody has asked anything. */
import { setImmediate as turn, setTimeout as delay } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { forge, onEachTransport } from "../support/client.ts"
import { ping, pong } from "../support/records.ts"
import { rawServer, whole } from "./rawServer.ts"

const stale = { ok: false }

const leftovers: ReadonlyArray<readonly [name: string, text: string, afterMillis: number]> = [
  ["garbage right after it", "\u0000garbage", 0],
  ["garbage a moment later", "\u0000garbage", 30],
  ["another response right after it", whole(stale), 0],
  ["another response a moment later", whole(stale), 30],
  ["half of another response right after it", whole(stale).slice(0, 30), 0]
]

onEachTransport((client) => {
  it.live.each(leftovers)("a response with $0 is not a response to the next request", ([, text, afterMillis]) =>
    Effect.gen(function* () {
      let arrived = Promise.resolve()
      const server = yield* rawServer((socket) => {
        const isTogether = afterMillis === 0
        socket.write(whole(pong) + (isTogether ? text : ""))
        arrived = delay(afterMillis)
          .then(() => isTogether || new Promise((resolve) => socket.write(text, resolve)))
          // The client, which is in this process, reads it in the next turn.
          .then(() => turn())
          .then(() => turn())
      })
      yield* Effect.gen(function* () {
        for (let i = 0; i < 4; i++) {
          assert.deepStrictEqual(yield* ping({}), pong)
          if (i % 2 === 0) yield* Effect.promise(() => arrived)
        }
      }).pipe(Effect.provide(forge(server.origin, { client })))
    })
  )
})
