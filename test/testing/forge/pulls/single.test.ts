import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dig } from "../support.ts"
import { ask, layer, pulls, someText } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

describe("a pull request", () => {
  test("is fetched with its counts", function* () {
    const { json, status } = yield* ask(`GET ${pulls}/2`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      number: 2,
      title: "Count better",
      state: "open",
      merged: false,
      commits: 2,
      changed_files: 2,
      additions: 3,
      deletions: 1,
      head: { label: "acme:count", ref: "count" },
      base: { label: "acme:main", ref: "main", repo: { full_name: "acme/web" } },
      user: { login: "octo" },
      author_association: "COLLABORATOR"
    })
  })

  test("knows whether it conflicts from the second look on", function* () {
    const testMerge = Effect.map(ask(`GET ${pulls}/2`), ({ json }) => dig(json, "merge_commit_sha"))
    expect(yield* testMerge).toBe(null)
    const sha = yield* testMerge
    expect([yield* testMerge, yield* testMerge]).toEqual([someText, sha])
  })

  test("is checked for conflicts again when its base or head moves", function* () {
    const look = (number: number) =>
      Effect.map(ask(`GET ${pulls}/${number}`), ({ json }) => [dig(json, "mergeable"), dig(json, "mergeable_state")])
    expect(yield* look(2)).toEqual([null, "unknown"])
    expect(yield* look(2)).toEqual([true, "clean"])
    yield* ask(`PUT ${pulls}/3/merge`)
    expect(yield* look(2)).toEqual([null, "unknown"])
    expect(yield* look(2)).toEqual([false, "dirty"])
    yield* look(4)
    expect(yield* look(4)).toEqual([true, "draft"])
  })
})
