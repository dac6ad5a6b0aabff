import { assert, it } from "@effect/vitest"
import { type Used, countCall, nothingUsed } from "../../src/ai/internal/bounds/limits.ts"

const called = (
  used: Used,
  times: number,
  limits: Parameters<typeof countCall>[0],
  operation = "Issues.get",
  now = 0
) => Array.from({ length: times }, () => countCall(limits, used, operation, now)?.bound)

it("a session makes as many calls as it may", () => {
  assert.deepStrictEqual(called(nothingUsed(), 3, { calls: { all: 2 } }), [undefined, undefined, "calls"])
  assert.deepStrictEqual(called(nothingUsed(), 1, { calls: { all: 0 } }), ["calls"])
  assert.deepStrictEqual(called(nothingUsed(), 3, {}), [undefined, undefined, undefined])
})

it("calls of an operation count for its name and for all patterns that have it", () => {
  const used = nothingUsed()
  const limits = { calls: { each: { "Issues.createComment": 1, "Issues.*": 3 } } }
  assert.deepStrictEqual(called(used, 2, limits, "Issues.createComment"), [undefined, "calls"])
  assert.deepStrictEqual(called(used, 3, limits, "Issues.get"), [undefined, undefined, "calls"])
  assert.deepStrictEqual(called(used, 1, limits, "Labels.list"), [undefined])
  assert.strictEqual(used.calls, 4)
})

it("a session ends when its time is over", () => {
  const used = nothingUsed()
  const limits = { seconds: 10 }
  assert.deepStrictEqual(called(used, 1, limits, "Issues.get", 5_000), [undefined])
  assert.deepStrictEqual(called(used, 1, limits, "Issues.get", 14_999), [undefined])
  assert.deepStrictEqual(called(used, 1, limits, "Issues.get", 15_000), ["seconds"])
})

it("a session sends nothing once its quota is spent", () => {
  const used = nothingUsed()
  used.quota = 4
  assert.deepStrictEqual(called(used, 1, { quota: 5 }), [undefined])
  used.quota = 5
  assert.deepStrictEqual(called(used, 1, { quota: 5 }), ["quota"])
})
