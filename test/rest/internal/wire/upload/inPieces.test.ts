/** How fetch sends large bodies: in pieces whose progress is seen, where it states their length. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { sending } from "../../../../../src/rest/internal/wire/requestBody.ts"
import type { Bounds, Watch } from "../../../../../src/rest/Watch.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

const setUp = (more: Partial<Bounds> = {}) => {
  const calls: Array<string> = []
  const watch: Watch = {
    bounds: { head: 1_000, silence: 1_000, total: Infinity, ...more },
    awaitHead: (longer) => void calls.push(longer === undefined ? "head" : `head and ${longer} ms`),
    awaitBody: () => void calls.push("body"),
    awaitSent: () => void calls.push("sending"),
    moved: (bytes) => void calls.push(`${bytes} bytes`),
    rest: () => void calls.push("rest")
  }
  const inits: Array<RequestInit | undefined> = []
  const fetch: typeof globalThis.fetch = (_, init) => {
    inits.push(init)
    return Promise.resolve(new Response("taken"))
  }
  const send = async (bytes: Uint8Array) => {
    await sending(bytes, fetch, watch)("http://127.0.0.1", { method: "POST", headers: { accept: "a/b" } })
    return inits.at(-1)
  }
  return { fetch, send, calls, watch }
}

const bytes = Uint8Array.from({ length: 150_000 }, (_, index) => index % 251)

/** The wait for a head while the socket may still hold the body. */
const patience = `head and ${(150_000 / 65_536) * 1_000} ms`

const onNodeWith = (undici: string | undefined) => vi.stubGlobal("process", { versions: { node: "24.0.0", undici } })

describe("a large body", () => {
  it("goes out in pieces, each of which must be taken in time", async () => {
    const { fetch, send, calls } = setUp()
    vi.stubGlobal("fetch", fetch)
    const { body, headers, method } = (await send(bytes)) ?? {}
    assert.deepStrictEqual(
      [method, [...new Headers(headers)]],
      [
        "POST",
        [
          ["accept", "a/b"],
          ["content-length", "150000"]
        ]
      ]
    )
    const stream = body instanceof ReadableStream ? body : assert.fail("no stream")
    const pieces: Array<Uint8Array> = []
    // Nothing counts as sent that fetch has not asked for.
    assert.deepStrictEqual(calls.splice(0), ["rest", "head"])
    for await (const piece of stream as ReadableStream<Uint8Array>) {
      pieces.push(piece)
      calls.push("taken")
    }
    assert.deepStrictEqual(Buffer.concat(pieces), Buffer.from(bytes))
    const whole = ["65536 bytes", "sending", "taken"]
    assert.deepStrictEqual(calls, [...whole, ...whole, "18928 bytes", "sending", "taken", patience])
  })

  it.each([
    ["a fetch that the program brings along", false, "7.29.1"],
    ["a runtime that would send pieces without their length", true, undefined],
    ["a Node that loses a 401 to pieces", true, "7.24.4"],
    ["the first such Node", true, "7.19.0"]
  ])("goes out in one piece on %s, and may take longer", async (_, isGlobal, undici) => {
    const { fetch, send, calls } = setUp()
    if (isGlobal) vi.stubGlobal("fetch", fetch)
    onNodeWith(undici)
    const init = await send(bytes)
    vi.unstubAllGlobals()
    assert.deepStrictEqual([init?.body, calls], [bytes, ["rest", patience]])
  })

  it.each(["6.21.0", "7.18.2", "7.25.0", "8.1.0"])("goes out in pieces with undici %s", async (undici) => {
    const { fetch, send } = setUp()
    vi.stubGlobal("fetch", fetch)
    onNodeWith(undici)
    const init = await send(bytes)
    vi.unstubAllGlobals()
    assert.instanceOf(init?.body, ReadableStream)
  })

  it.each([
    ["its speed", { bytesPerSecond: 150_000, over: 100 }, 1_000],
    ["the time over which the speed is measured", { bytesPerSecond: 150_000_000, over: 700 }, 700],
    ["what is usual, if that is shorter", { bytesPerSecond: 1_000, over: 60_000 }, (150_000 / 65_536) * 1_000]
  ])("in one piece may take no longer than LowestSpeed allows: %s", async (_, speed, longer) => {
    const { send, calls } = setUp({ speed })
    await send(bytes)
    assert.deepStrictEqual(calls, ["rest", `head and ${longer} ms`])
  })
})
