import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as Stream from "effect/Stream"
import * as Body from "../../../../src/rest/internal/wire/body.ts"
import type { WireResponse } from "../../../../src/rest/internal/wire/direct.ts"
import type { Watch } from "../../../../src/rest/internal/wire/watchdog.ts"

const watch: Watch = {
  bounds: { head: 1_000, silence: 1_000, total: Infinity },
  awaitHead: () => {},
  awaitBody: () => {},
  rest: () => {}
}

describe("text", () => {
  const read = (length: string | undefined, watch: Watch | undefined) => {
    const headers = Headers.fromInput(length === undefined ? {} : { "content-length": length })
    const response: WireResponse = {
      status: 200,
      headers,
      text: Effect.succeed("as a whole"),
      stream: Stream.make(new TextEncoder().encode("piece by piece"))
    }
    return Body.text(response, headers, watch)
  }

  it.effect.each([
    ["0", "as a whole"],
    ["65536", "as a whole"],
    ["65537", "piece by piece"],
    [undefined, "piece by piece"],
    ["many", "piece by piece"]
  ] as const)("of length %s is read %s", ([length, how]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* read(length, watch), how)
      assert.strictEqual(yield* read(length, undefined), "as a whole", "with a client that bounds the waiting itself")
    })
  )
})
