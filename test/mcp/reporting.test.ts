/** What a client hears of while a call runs. */
import { assert, it } from "@effect/vitest"
import { type LoggingMessageNotification, LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js"
import * as Effect from "effect/Effect"
import { connected, serving } from "./serving.ts"

const issue = { owner: "acme", repo: "web", issue_number: 1 }

it.live("tells a client that asks for it of each request of a call, and nobody else", () =>
  Effect.gen(function* () {
    const { url } = yield* serving({ tools: ["runs", "release", "Forecast.get"] })
    const { client } = yield* connected(url)
    const other = yield* connected(url)
    const heard: Array<unknown> = []
    client.fallbackNotificationHandler = (notification) => Promise.resolve(void heard.push(notification.method))
    other.client.fallbackNotificationHandler = client.fallbackNotificationHandler
    const said: Array<string> = []
    const call = (name: string, input: Record<string, unknown>) =>
      Effect.promise(() =>
        client.callTool({ name, arguments: input }, undefined, {
          onprogress: ({ message, progress }) => void said.push(`${progress} ${message}`)
        })
      )
    yield* call("release_next", { owner: "acme", repo: "web" })
    assert.isAbove(said.length, 1)
    assert.deepStrictEqual(
      said.map((line) => Number(line.split(" ")[0])),
      said.map((_, index) => index + 1)
    )
    said.length = 0
    yield* call("forecast_get", { latitude: 60, longitude: 5, hourly: ["rain"], forecast_days: 1 })
    assert.deepStrictEqual(said, ["1 Forecast.get"])
    yield* other.call("forecast_get", { latitude: 61, longitude: 5, hourly: ["rain"], forecast_days: 1 })
    assert.deepStrictEqual(heard, [])
  })
)

it.live("logs to the client from the level on that it sets, and to the server as ever", () =>
  Effect.gen(function* () {
    const { logged, url } = yield* serving({ bounds: { reads: { in: ["acme/web"] } } })
    const listening = Effect.fnUntraced(function* () {
      const { call, client } = yield* connected(url)
      const heard: Array<string> = []
      client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }: LoggingMessageNotification) => {
        heard.push(`${params.level} ${String(params.data)}`)
      })
      return { call, client, heard }
    })
    const [usual, curious, deaf] = [yield* listening(), yield* listening(), yield* listening()]
    yield* Effect.promise(() => curious.client.setLoggingLevel("debug"))
    yield* Effect.promise(() => deaf.client.setLoggingLevel("error"))
    for (const { call } of [usual, curious, deaf]) {
      yield* call("issues_get", issue)
      yield* call("contents_get", { owner: "acme", repo: "plans", path: "launch.md" })
    }
    const refused = "contents_get: Contents.get on acme/plans is out of bounds: acme/web may be read"
    assert.deepStrictEqual(usual.heard, [`warning ${refused}`])
    assert.lengthOf(curious.heard, 2)
    assert.match(curious.heard[0] ?? "", /^debug issues_get has answered after \d+ ms$/)
    assert.strictEqual(curious.heard[1], `warning ${refused}`)
    assert.deepStrictEqual(deaf.heard, [])
    assert.deepStrictEqual(logged, [`Warn ${refused}`, `Warn ${refused}`, `Warn ${refused}`])
  })
)
