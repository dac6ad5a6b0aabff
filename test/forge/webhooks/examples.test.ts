import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as WebhookEvents from "../../../src/forge/WebhookEvents.ts"
import { decode } from "../../../src/forge/WebhookDelivery.ts"
import { definitions } from "./support/examples.ts"

const payloads = definitions.flatMap(({ examples, name }) => examples.map((payload, at) => ({ name, payload, at })))

const deliver = (event: string, payload: object) =>
  decode({
    id: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    event,
    hook: { id: 1, target_type: "repository", target_id: 2 },
    received_at: DateTime.makeUnsafe(0),
    payload: payload as never
  })

describe("the example payloads of the service", () => {
  it.each(payloads)("$name $payload.action decodes, or passes as it was sent ($at)", ({ name, payload }) => {
    const delivery = Result.getOrThrow(deliver(name, payload))
    expect(delivery).toMatchObject({ event: name, action: payload.action ?? null })
    expect(delivery.payload === payload).toBe(!(name in WebhookEvents))
  })
})
