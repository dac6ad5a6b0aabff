/** Bodies that are sent in pieces: the service sees what it would see of one piece. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Contents from "../../../src/forge/Contents.ts"
import { answer, redirect, refusal } from "./support/answers.ts"
import { type Client, forge, transports } from "./support/client.ts"
import { serve } from "./support/server.ts"

const clients: ReadonlyArray<readonly [name: string, client: Client]> = [
  ...transports,
  ["node:http", NodeHttpClient.layerNodeHttp]
]

const content = "x".repeat(300_000)
const put = Effect.flip(Contents.put({ owner: "acme", repo: "web", path: "a", message: "Add", content }))

describe.each(clients)("a large body on %s", (_, client) => {
  const sent = (status: number) =>
    Effect.gen(function* () {
      const server = yield* serve(({ path }) =>
        path === "/elsewhere" ? refusal(status, "No") : status === 307 ? redirect(307, "/elsewhere") : answer(status)
      )
      const error = yield* put.pipe(Effect.provide(forge(server.origin, { client, retry: { attempts: 1 } })))
      const seen = server.requests.map(({ body, headers }) => ({
        content: (JSON.parse(body) as { readonly content?: unknown }).content,
        isWhole: headers["content-length"] === String(body.length),
        coding: headers["transfer-encoding"],
        type: headers["content-type"]
      }))
      return { error, seen }
    })

  const whole = { content: btoa(content), isWhole: true, coding: undefined, type: "application/json" }

  it.live("arrives whole, with its length, and is refused as any other", () =>
    Effect.gen(function* () {
      const { error, seen } = yield* sent(401)
      assert.deepStrictEqual([error._tag, seen], ["Unauthorized", [whole]])
    })
  )

  it.live("is sent again where a redirect leads", () =>
    Effect.gen(function* () {
      const { seen } = yield* sent(307)
      assert.deepStrictEqual(seen, [whole, whole])
    })
  )
})
