/** A recorded listing, whose pages are read by the links of the service. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Issues from "../../../src/forge/Issues.ts"
import { all } from "../support/proof.ts"
import { playScenario } from "./recording.ts"

const owner = "octokit-fixture-org"

describe("paginate-issues", () => {
  const repo = { owner, repo: "paginate-issues", per_page: 3 }
  const titles = Array.from({ length: 13 }, (_, index) => `Test issue ${13 - index}`)

  it.effect("streams all issues in order, by the links of the service", () =>
    Effect.gen(function* () {
      const { left, service } = playScenario("paginate-issues")
      const issues = yield* all(Issues.list(repo)).pipe(Effect.provide(service))
      assert.deepStrictEqual(
        issues.map(({ title }) => title),
        titles
      )
      assert.lengthOf(left(), 0)
    })
  )

  it.effect("continues from a page's cursor", () =>
    Effect.gen(function* () {
      const { left, sent, service } = playScenario("paginate-issues")
      const first = yield* Issues.list.page(repo).pipe(Effect.provide(service))
      assert.isNotNull(first.next)
      const second = yield* Issues.list.page({ ...repo, page: first.next }).pipe(Effect.provide(service))
      assert.isNotNull(second.next)
      const rest = yield* all(Issues.list.pages(repo, second.next)).pipe(Effect.provide(service))
      assert.deepStrictEqual(
        [first, second, ...rest].flatMap(({ items }) => items.map(({ title }) => title)),
        titles
      )
      assert.deepStrictEqual(
        rest.map(({ next }) => next === null),
        [false, false, true]
      )
      assert.lengthOf(sent, 5)
      assert.lengthOf(left(), 0)
    })
  )
})
