import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { digest } from "../../../src/rest/internal/text/digest.ts"
import { pass, settle, start } from "./time.ts"

describe("time in tests", () => {
  it.effect.each([
    ["yielded", Effect.yieldNow],
    ["waited for threads", digest("a token")],
    ["waited for promises", Effect.promise(async () => "done")]
  ] as const)("stands still for a fiber, however often it has %s", ([, step]) =>
    Effect.gen(function* () {
      const running = yield* start(Effect.repeat(step, { times: 300 }))
      assert.strictEqual(running.exit()?._tag, "Success")
    })
  )

  it.effect("does not move while a fiber sleeps", () =>
    Effect.gen(function* () {
      const running = yield* start(Effect.sleep("1 second"))
      yield* settle
      assert.isUndefined(running.exit())
      yield* pass("1 second")
      assert.strictEqual(running.exit()?._tag, "Success")
    })
  )
})
