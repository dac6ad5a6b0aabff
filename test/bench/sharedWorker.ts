/** A process that passes requests through a gate that processes share. The requests themselves take no time. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimit from "../../src/rest/RateLimit.ts"

const [url = "", seconds = "0"] = process.argv.slice(2)

const bucket = { origin: "https://api.example.com", principal: "octo", resource: "core" }
const permit = { operation: "Issues.get", write: false, maxWait: Duration.minutes(1) }

/** A request whose response states a large budget. */
export const request = (gate: RateLimit.RateLimit["Service"]) =>
  gate.withPermit(
    bucket,
    permit,
    Effect.suspend(() => {
      const now = Date.now()
      const budget = { resource: "core", limit: 1e7, remaining: 9e6, used: 1e6, resetAt: now + 3_600_000 }
      return gate.note(bucket, { sentAt: now, budget, limit: undefined, success: "read" })
    })
  )

const program = Effect.gen(function* () {
  const gate = yield* RateLimit.RateLimit
  let count = 0
  const forever = Effect.forever(Effect.map(request(gate), () => count++))
  const all = Effect.replicateEffect(forever, 25, { concurrency: "unbounded", discard: true })
  yield* Effect.timeoutOption(all, "1 second")
  process.send?.("ready")
  yield* Effect.callback<void>((resume) => void process.once("message", () => resume(Effect.void)))
  count = 0
  yield* Effect.timeoutOption(all, Duration.seconds(Number(seconds)))
  process.send?.(count)
}).pipe(Effect.provide(Layer.provide(RateLimit.layerRedis(), NodeRedis.layer({ url }))))

if (process.send !== undefined && url !== "") await Effect.runPromise(program).then(() => process.disconnect())
