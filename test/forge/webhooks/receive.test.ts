import { describe, expect, it, vi } from "@effect/vitest"
import * as OctokitMethods from "@octokit/webhooks-methods"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as Webhooks from "../../../src/forge/Webhooks.ts"
import * as WebhookSignature from "../../../src/forge/WebhookSignature.ts"
import { HmacSha256 } from "../../../src/rest/Hmac.ts"
import { exampleOf } from "./support/examples.ts"

const secret = Redacted.make("It's a Secret to Everybody")
const Live = Webhooks.layer({ secret })

const payload = JSON.stringify({ zen: "Keep it logically awesome.", hook_id: 30, hook: null })

const headers = {
  "content-type": "application/json",
  "user-agent": "GitHub-Hookshot/044aadd",
  "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
  "x-github-event": "ping",
  "x-github-hook-id": "30",
  "x-github-hook-installation-target-type": "repository",
  "x-github-hook-installation-target-id": "79929171"
}

/** A delivery as the service sends it. */
const delivery = Effect.fnUntraced(function* (
  body: string | Uint8Array<ArrayBuffer> = payload,
  changed: Readonly<Record<string, string | undefined>> = {},
  key: Redacted.Redacted<string> = secret
) {
  const all = { ...headers, "x-hub-signature-256": yield* WebhookSignature.sign(key, body), ...changed }
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new Request("https://bot.example/webhooks", { method: "POST", headers: present, body })
})

const received = (request: Effect.Effect<Request>, layer: Layer.Layer<Webhooks.Webhooks, unknown> = Live) =>
  Effect.flatMap(request, Webhooks.receive).pipe(Effect.provide(layer))

const refused = (request: Effect.Effect<Request>, layer?: Layer.Layer<Webhooks.Webhooks, unknown>) =>
  Effect.map(Effect.flip(received(request, layer)), (error) => error as { readonly _tag: string })

/** What every event of issues has. */
const about = exampleOf("issues")

describe("receive", () => {
  it.effect("reads a signed delivery with what its headers say", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      const read = yield* received(delivery())
      expect(read).toMatchObject({
        id: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
        event: "ping",
        action: null,
        hook: { id: 30, target_type: "repository", target_id: 79929171 },
        installation: null,
        payload: { zen: "Keep it logically awesome.", hook_id: 30, hook: null, repository: null, sender: null }
      })
      expect(read.receivedAt.epochMilliseconds).toBe(Date.UTC(2026, 0, 1))
    })
  )

  it.effect("signs and verifies as other clients do", () =>
    Effect.gen(function* () {
      const text = JSON.stringify({ zen: "Größer ist nicht besser — 😀" })
      const signature = yield* Effect.promise(() => OctokitMethods.sign(Redacted.value(secret), text))
      expect(yield* WebhookSignature.sign(secret, text)).toBe(signature)
      yield* received(delivery(text, { "x-hub-signature-256": signature.toUpperCase().replace("SHA256", "sha256") }))
    })
  )

  it.effect("verifies the same with and without node:crypto", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode(payload)
      const signature = yield* WebhookSignature.sign(secret, bytes)
      expect(yield* WebhookSignature.verify(secret, bytes, signature)).toBe(true)
      const builtin = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined)
      const portable = HmacSha256.defaultValue()
      builtin.mockRestore()
      for (const [header, is] of [
        [signature, true],
        [signature.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")), false],
        [signature.slice(0, -1), false]
      ] as const) {
        const verified = WebhookSignature.verify(secret, bytes, header)
        expect(yield* verified).toBe(is)
        expect(yield* Effect.provideService(verified, HmacSha256, portable)).toBe(is)
      }
      const signed = WebhookSignature.sign(secret, bytes)
      expect(yield* Effect.provideService(signed, HmacSha256, portable)).toBe(signature)
    })
  )

  it.effect("reads what is said not to be compressed, and 500 levels", () =>
    Effect.gen(function* () {
      const deep = `{"zen":${"[".repeat(499)}${"]".repeat(499)}}`
      yield* received(delivery(deep, { "content-encoding": "Identity", "x-github-event": "new_event" }))
    })
  )

  it.effect("reads a form", () =>
    Effect.gen(function* () {
      const form = new URLSearchParams({ payload }).toString()
      const type = { "content-type": "application/x-www-form-urlencoded" }
      expect(yield* received(delivery(form, type))).toMatchObject({ payload: { hook_id: 30 } })
      expect(yield* refused(delivery("body=1", type))).toMatchObject({ _tag: "DecodeFailed", status: 400 })
    })
  )

  it.effect("takes any of several secrets while one is replaced", () =>
    Effect.gen(function* () {
      const next = Redacted.make("the next secret")
      const both = Webhooks.layer({ secrets: [next, secret] })
      yield* received(delivery(), both)
      yield* received(delivery(payload, {}, next), both)
      expect(yield* refused(delivery(payload, {}, Redacted.make("another")), both)).toMatchObject({
        _tag: "SignatureMismatch",
        status: 401
      })
    })
  )

  it.effect("reads unsigned deliveries only where it is told to", () =>
    Effect.gen(function* () {
      const unsigned = delivery(payload, { "x-hub-signature-256": undefined })
      yield* received(unsigned, Webhooks.layerUnverified())
      expect(yield* refused(unsigned)).toMatchObject({ _tag: "SignatureMissing", status: 401 })
    })
  )

  it.effect("refuses an empty secret, and none at all", () =>
    Effect.gen(function* () {
      for (const layer of [Webhooks.layer({ secret: Redacted.make("") }), Webhooks.layer({ secrets: [] })]) {
        expect(yield* refused(delivery(), layer)).toMatchObject({ _tag: "InvalidInput", reason: "is empty" })
      }
    })
  )

  it.effect.each<[string, Readonly<Record<string, string | undefined>>, string, number]>([
    ["a signature of other bytes", { "x-hub-signature-256": `sha256=${"0".repeat(64)}` }, "SignatureMismatch", 401],
    ["a truncated signature", { "x-hub-signature-256": `sha256=${"0".repeat(63)}` }, "SignatureMismatch", 401],
    ["a signature of SHA-1", { "x-hub-signature-256": `sha1=${"0".repeat(40)}` }, "SignatureMismatch", 401],
    ["an empty signature", { "x-hub-signature-256": "" }, "SignatureMismatch", 401],
    ["text", { "content-type": "text/plain" }, "MediaTypeUnsupported", 415],
    ["JSON of another kind", { "content-type": "application/json-seq" }, "MediaTypeUnsupported", 415],
    ["a compressed body", { "content-encoding": "gzip" }, "MediaTypeUnsupported", 415],
    ["no event", { "x-github-event": undefined }, "HeaderInvalid", 400],
    ["an event that is not a name", { "x-github-event": "pull request" }, "HeaderInvalid", 400],
    ["no id", { "x-github-delivery": undefined }, "HeaderInvalid", 400],
    ["a long id", { "x-github-delivery": "a".repeat(101) }, "HeaderInvalid", 400]
  ])("refuses %s", ([, changed, _tag, status]) =>
    Effect.gen(function* () {
      expect(yield* refused(delivery(payload, changed))).toMatchObject({ _tag, status })
    })
  )

  it.effect.each<[string, Readonly<Record<string, string | undefined>>, string]>([
    [
      "no event",
      { "x-github-event": undefined },
      "The header x-github-event is missing: expected the name of an event: at most 100 letters, digits and underscores"
    ],
    [
      "an empty event",
      { "x-github-event": "" },
      "The header x-github-event is invalid: expected the name of an event: at most 100 letters, digits and underscores"
    ],
    [
      "no id",
      { "x-github-delivery": undefined },
      "The header x-github-delivery is missing: expected the id of the delivery: at most 100 letters, digits, hyphens and underscores"
    ],
    [
      "a long id",
      { "x-github-delivery": "a".repeat(101) },
      "The header x-github-delivery is invalid: expected the id of the delivery: at most 100 letters, digits, hyphens and underscores"
    ]
  ])("says what is wrong with %s", ([, changed, message]) =>
    Effect.gen(function* () {
      expect(yield* refused(delivery(payload, changed))).toHaveProperty("message", message)
      yield* received(delivery(payload, { "x-github-delivery": "a".repeat(100) }))
    })
  )

  it.effect.each<[string, string | Uint8Array<ArrayBuffer>, string, string]>([
    ["no JSON", "zen", "", "Expected JSON, found other text"],
    ["JSON that is not an object", "[]", "", "Expected an object, found another value"],
    ["nothing", "", "", "Expected JSON, found other text"],
    ["bytes that are not text", Uint8Array.of(0x22, 0xff, 0x22), "", "Expected UTF-8, found other bytes"],
    ["more levels than stores can keep", `{"zen":${"[".repeat(500)}${"]".repeat(500)}}`, "", "at most 500 levels"],
    ["a payload that does not match", `{"hook_id":"30"}`, "hook_id", "Expected number"]
  ])("refuses %s", ([, body, path, found]) =>
    Effect.gen(function* () {
      const error = yield* refused(delivery(body))
      expect(error).toMatchObject({ _tag: "DecodeFailed", status: 400, event: "ping", path })
      expect(error).toHaveProperty("found", expect.stringContaining(found))
    })
  )

  it.effect.each<[string, object, string, string]>([
    ["no action", { ...about, action: undefined }, "action", "found nothing"],
    ["an action that is not a name", { ...about, action: 7 }, "action", "found 7"],
    ["an action, and no more", { action: "opened" }, "repository", "found nothing"],
    ["a new action, and no more", { action: "nonsense" }, "repository", "found nothing"],
    ["a new action, whose issue is none", { ...about, action: "nonsense", issue: "x" }, "issue", 'found "x"'],
    ["nothing at all", {}, "repository", "found nothing"]
  ])("refuses an event of issues with %s", ([, body, path, found]) =>
    Effect.gen(function* () {
      const error = yield* refused(delivery(JSON.stringify(body), { "x-github-event": "issues" }))
      expect(error).toMatchObject({ _tag: "DecodeFailed", status: 400, event: "issues" })
      expect(error).toHaveProperty("path", expect.stringContaining(path))
      expect(error).toHaveProperty("found", expect.stringContaining(found))
    })
  )

  it.effect("passes an action that is new as it was sent", () =>
    Effect.gen(function* () {
      const sent = { ...about, action: "frozen", by: "frost" }
      const read = yield* received(delivery(JSON.stringify(sent), { "x-github-event": "issues" }))
      expect([read.action, read.payload]).toStrictEqual(["frozen", sent])
      expect(Webhooks.is(read, "issues")).toBe(false)
    })
  )

  it.effect("refuses a request that has no body as it refuses an empty one", () =>
    Effect.gen(function* () {
      const bare = Effect.map(
        delivery(""),
        ({ headers: signed, url }) => new Request(url, { method: "POST", headers: signed })
      )
      expect(yield* refused(bare)).toMatchObject({ _tag: "DecodeFailed", found: "Expected JSON, found other text" })
    })
  )

  it.effect("keeps the names of objects as they are", () =>
    Effect.gen(function* () {
      const { payload: read } = yield* received(
        delivery(`{"__proto__":{"admin":true},"note":"\\ud800"}`, { "x-github-event": "new_event" })
      )
      expect(Object.keys(read as object)).toStrictEqual(["__proto__", "note"])
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    })
  )

  it.effect("reads a body up to its limit, and no byte more", () =>
    Effect.gen(function* () {
      const layer = Webhooks.layer({ secret, maxBodySize: payload.length })
      yield* received(delivery(), layer)
      expect(yield* refused(delivery(`${payload} `), layer)).toMatchObject({
        _tag: "BodyTooLarge",
        status: 413,
        limit: payload.length
      })
      const claimed = delivery(payload, { "content-length": String(payload.length + 1) })
      expect(yield* refused(claimed, layer)).toMatchObject({ _tag: "BodyTooLarge" })
    })
  )

  it.effect("reads 25 MiB by default", () =>
    Effect.gen(function* () {
      const largest = 25 * 1024 * 1024
      const padded = new TextEncoder().encode(payload.padEnd(largest))
      yield* received(delivery(padded))
      const over = new Uint8Array(largest + 1).fill(0x20)
      expect(yield* refused(delivery(over))).toMatchObject({ _tag: "BodyTooLarge", limit: largest })
    })
  )

  it.effect("waits 10 seconds for a body that stalls", () =>
    Effect.gen(function* () {
      const reading = yield* Latch.make()
      const stalled = Effect.map(delivery(), (request) => {
        const body = new ReadableStream({ pull: () => void reading.openUnsafe() }, { highWaterMark: 0 })
        return new Request(request, { body, duplex: "half" } as RequestInit)
      })
      const fiber = yield* Effect.forkChild(refused(stalled))
      yield* reading.await
      yield* TestClock.adjust("9999 millis")
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.join(fiber)).toMatchObject({ _tag: "BodyIncomplete", status: 408 })
    })
  )

  it.effect("fails as a body that breaks off", () =>
    Effect.gen(function* () {
      const broken = Effect.map(delivery(), (request) => {
        const body = new ReadableStream({ start: (controller) => controller.error(new Error("reset")) })
        return new Request(request, { body, duplex: "half" } as RequestInit)
      })
      expect(yield* refused(broken)).toMatchObject({ _tag: "BodyIncomplete", status: 408 })
    })
  )

  it.effect("shows neither the secret nor the payload", () =>
    Effect.gen(function* () {
      const text = `{"hook_id":"ghp_abcdefghijklmnopqrstuvwxyz0123456789"}`
      const errors = [yield* refused(delivery(text)), yield* refused(delivery(text, {}, Redacted.make("another")))]
      const shown = JSON.stringify(errors) + errors.map(String).join()
      expect(shown).not.toContain("ghp_abcdefghijklmnopqrstuvwxyz0123456789")
      expect(shown).not.toContain(Redacted.value(secret))
    })
  )
})
