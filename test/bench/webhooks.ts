/** Verifying the signature of a delivery of 25 KB, compared with its HMAC by `node:crypto` alone. */
import { createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as WebhookSignature from "../../src/forge/WebhookSignature.ts"
import { measure, timed } from "./measure.ts"
import { compared, millis, type Row } from "./report.ts"

const secret = "It's a Secret to Everybody"

export const webhooks = async (): Promise<ReadonlyArray<Row>> => {
  const bytes = new TextEncoder().encode(JSON.stringify({ zen: "a".repeat(25_000) }))
  const signature = `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`
  const verified = WebhookSignature.verify(Redacted.make(secret), bytes, signature)
  const taken = await measure(
    {
      verify: timed(async (times) => {
        for (let i = 0; i < times; i++) if (!Effect.runSync(verified)) throw new Error("not verified")
      }),
      hmac: timed(async (times) => {
        for (let i = 0; i < times; i++) createHmac("sha256", secret).update(bytes).digest()
      })
    },
    { seconds: 3, times: 2_000 }
  )
  return [
    compared("verify a delivery of 25 KB / HMAC", taken.verify, taken.hmac, { target: 1.2, details: millis(taken) })
  ]
}
